/** All that frames tell the page they stand in. */
globalThis.heard = [];
addEventListener('message', ({ data }) => globalThis.heard.push(data));
