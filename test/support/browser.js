/** The real browsers that the toolchain found. A run of all suites shares one Chromium; see shareChromium. */

import puppeteer from 'puppeteer-core';
import { findBrowser } from '../../src/build/toolchain.mjs';
import { inScope } from './scope.js';

const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A browser: for Chromium, a part of the shared one where there is one, with storage and caches of its own.
 *
 * @param {'chromium' | 'firefox'} name @param {object} more what else puppeteer should be told; isWhole: Chromium as
 *   people run it, with its windows, though there be a headless shell, which is faster
 * @returns {Promise<{ newPage, createBrowserContext, close }>}
 */
export function launch(name, more = {}) {
  const shared = process.env.NUCLEUS_CHROMIUM;
  if (name === 'firefox') return startFirefox(more);
  return shared && Object.keys(more).length === 0 ? joinChromium(shared) : startChromium(more);
}

/** A browser of scope.js' browserNames: npm test is in a hurry, test:everywhere takes what people run. */
export const launchInScope = (name) => launch(name, name === 'chromium' ? inScope({}, { isWhole: true }) : {});

/** Starts the Chromium that suites started from here share. @returns {Promise<() => Promise<void>>} what closes it */
export async function shareChromium() {
  const browser = await startChromium();
  process.env.NUCLEUS_CHROMIUM = browser.wsEndpoint();
  const tell = () =>
    console.error('The Chromium that the suites share has crashed: what fails from here on may be fine.');
  browser.on('disconnected', tell);
  return () => browser.off('disconnected', tell).close();
}

const startFirefox = (more) =>
  puppeteer.launch({ executablePath: installed('firefox'), browser: 'firefox', headless: true, ...more });

async function startChromium({ isWhole = false, args = [], ...more } = {}) {
  const shell = isWhole ? undefined : findBrowser('headlessShell');
  const browser = await puppeteer.launch({
    executablePath: shell ?? installed('chromium'),
    browser: 'chrome',
    headless: shell ? 'shell' : true,
    args: [...chromiumArguments, ...args],
    ...more,
  });
  return Object.assign(browser, { newPage: (how) => newActivePage(browser.defaultBrowserContext(), how) });
}

function installed(name) {
  const path = findBrowser(name);
  if (path === undefined) throw new Error(`${name} is not installed: npm test says how to get it`);
  return path;
}

async function joinChromium(browserWSEndpoint) {
  const browser = await puppeteer.connect({ browserWSEndpoint });
  const context = await browser.createBrowserContext();
  return {
    newPage: (how) => newActivePage(context, how),
    createBrowserContext: () => browser.createBrowserContext(),
    version: () => browser.version(),
    async close() {
      await context.close();
      await browser.disconnect();
    },
  };
}

/**
 * A page that takes itself for the one in front, whatever other suites open beside it. Of several in one window only
 * one draws all its frames: `isBeside` opens another window, which takes longer.
 */
async function newActivePage(context, { isBeside = false } = {}) {
  const page = await context.newPage(isBeside ? { type: 'window' } : undefined);
  const client = await page.createCDPSession();
  await client.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  return page;
}
