/** Writes the picture of the page that the README shows: node test/page/screenshot.mjs */

import { fileURLToPath } from 'node:url';
import { launchChromium, openPage, serveDist, untilModel } from './support.js';

const path = fileURLToPath(new URL('../../web/guide/screenshot.png', import.meta.url));
const server = await serveDist();
const browser = await launchChromium({ isWhole: true });
const page = await openPage(browser, server.url, { hash: '#v=1&scene=words&T=1.3' });
await untilModel(page);
await page.screenshot({ path });
await browser.close();
await server.close();
console.log(path);
