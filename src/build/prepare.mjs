/**
 * Builds the modules for npm pack, and for npm when the package is installed from git. Installs nothing: where programs
 * are missing, one sentence names them. (Who installs the packed package needs none of them.)
 */

import { missingForBuilding } from './toolchain.mjs';
import { fail } from './project.mjs';
import { buildWasm, isWasmBuilt } from './wasm.mjs';

if (!isWasmBuilt()) {
  const missing = missingForBuilding();
  if (missing) fail(`nucleus-sampling is built from C here, and ${missing}`);
  await buildWasm();
}
