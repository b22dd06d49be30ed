/** Writes the picture of the page that the README shows: node test/page/screenshot.mjs */

import { fileURLToPath } from 'node:url';
import { launchChromium, openPage, serveDist, until } from './support.js';

const path = fileURLToPath(new URL('../../web/guide/screenshot.png', import.meta.url));
const size = { width: 1280, height: 880 };
const server = await serveDist();
const browser = await launchChromium({ isWhole: true });
const page = await openPage(browser, server.url, { size, hash: '#v=1&scene=words&T=1.3' });
// The scores of the steps before come behind the page.
await until(page, () => [...document.querySelectorAll('.column')].every(({ dataset }) => dataset.kept));
await page.screenshot({ path });
await browser.close();
await server.close();
console.log(path);
