/** What the suites of opened files share. */

/** A safetensors file with this header, whatever it says. */
export function blobOf(header, ...parts) {
  const text = new TextEncoder().encode(header);
  const size = new BigUint64Array([BigInt(text.length)]);
  return new Blob([size, text, ...parts]);
}

/** The sentence with which a promise rejects; it must be one that a parser wrote. */
export async function refusal(promise) {
  let opened;
  try {
    opened = await promise;
  } catch (error) {
    if (error.name !== 'FileProblem') throw error;
    return error.message;
  }
  throw new Error(`nothing was refused: ${JSON.stringify(opened).slice(0, 200)}`);
}
