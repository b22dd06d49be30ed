/**
 * Who runs beside whom. Suites run beside each other, but those that measure time against the clock run alone: each
 * suite's process asks for its turn before it starts (see guard.mjs) and has it until it ends.
 *
 * The ask is a connection; the answer is a byte; the end of the connection, whatever ended it, gives the turn back.
 */

import { connect, createServer } from 'node:net';

/** Suites whose assertions are about seconds. */
const timed = ['test/build/start.test.js', 'test/gpt/cache.test.js', 'test/page/late.test.js'];

/** @returns {Promise<{ port: number, close: () => void }>} hands out turns, first come, first served */
export function openTurns() {
  const waiting = [];
  const running = new Set();
  const grant = () => {
    while (waiting.length > 0 && mayRun(waiting[0], running)) {
      const next = waiting.shift();
      running.add(next);
      next.socket.write('.');
    }
  };
  const server = createServer((socket) => {
    const one = { socket, isAlone: false };
    socket.on('error', () => {});
    socket.once('data', (text) => {
      one.isAlone = timed.some((path) => String(text).replaceAll('\\', '/').endsWith(path));
      waiting.push(one);
      grant();
    });
    socket.on('close', () => {
      running.delete(one);
      if (waiting.includes(one)) waiting.splice(waiting.indexOf(one), 1);
      grant();
    });
  });
  return new Promise((settle) =>
    server.listen(0, '127.0.0.1', () => settle({ port: server.address().port, close: () => server.close() })),
  );
}

const mayRun = ({ isAlone }, running) => running.size === 0 || (!isAlone && ![...running].some((one) => one.isAlone));

/**
 * Waits for the turn of a suite's file; where nobody hands out turns, not at all. @returns what gives the turn back
 * early
 */
export function takeTurn(port, file) {
  return new Promise((settle) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(file));
    socket.once('data', () => {
      socket.unref();
      settle(() => socket.destroy());
    });
    socket.once('error', () => settle(() => {}));
  });
}
