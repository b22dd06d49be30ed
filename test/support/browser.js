/** Starts the real browsers that the toolchain found. */

import puppeteer from 'puppeteer-core';
import { findBrowser } from '../../src/build/toolchain.mjs';

const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @param {'chromium' | 'firefox'} name @param {object} more what else puppeteer should be told */
export function launch(name, more = {}) {
  const shared = { executablePath: findBrowser(name), headless: true, ...more };
  return puppeteer.launch(
    name === 'firefox' ? { ...shared, browser: 'firefox' } : { ...shared, browser: 'chrome', args: chromiumArguments },
  );
}
