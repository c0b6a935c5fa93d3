import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { solverScript } from '../src/install/form-script.ts';
import { startBrowser } from '../test/support/browser.ts';
import { figure, machineLine, markdownTable } from './figures.ts';

/** Times the search for a challenge's number: `npm exec -- node bench/solver.ts` (a minute). */
const TRIES = 50_000;
const ROUNDS = 5;
/** Slowdown compared to this machine; DevTools uses 4 for mid-tier and 6 for low-end phones. */
const SLOWNESS = [1, 4, 6] as const;
/** Largest numbers of challenges. */
const NUMBERS = [50_000, 100_000, 200_000] as const;

/** The same with crypto.subtle, awaited for each number. */
const SUBTLE = `async function findWithSubtle({ salt, challenge }, begin, end) {
  const encoder = new TextEncoder();
  const first = Number.parseInt(challenge.slice(0, 8), 16);
  for (let number = begin; number <= end; number += 1) {
    const hash = await crypto.subtle.digest('SHA-256', encoder.encode(salt + number));
    if (new DataView(hash).getUint32(0) === first) return number;
  }
}`;

const SALT = '8f3a1c0d5e7b92461a2b3c4d?expires=1790000000&';

const CHALLENGE = {
  algorithm: 'SHA-256',
  salt: SALT,
  challenge: createHash('sha256').update(`${SALT}${TRIES}`).digest('hex'),
  maxnumber: TRIES,
  signature: '',
};

/** Microseconds for each number: the least of the rounds, as other processes only add to it. */
async function timeOf(page: Page, find: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const took: number = await page.evaluate(`(async () => {
      const begun = performance.now();
      await ${find};
      return performance.now() - begun;
    })()`);
    times.push((took * 1000) / TRIES);
  }
  return Math.min(...times);
}

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><script>${solverScript()}\n${SUBTLE}</script>`);
});
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
const browser = await startBrowser();
const { page } = await browser.visit();
await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
const devTools = await page.context().newCDPSession(page);

const challenge = JSON.stringify(CHALLENGE);
const search = `findNumber(${challenge}, 0, ${TRIES})`;
const rows: string[][] = [];
for (const rate of SLOWNESS) {
  await devTools.send('Emulation.setCPUThrottlingRate', { rate });
  const each = await timeOf(page, search);
  const seconds = NUMBERS.map((number) => {
    const most = (each * number) / 1e6;
    return `${figure(most / 2)} (${figure(most)})`;
  });
  rows.push([`${rate} ×`, figure(each * 10), ...seconds]);
}
// Throttling slows neither Workers nor the threads of crypto.subtle.
await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
const subtle = await timeOf(page, `findWithSubtle(${challenge}, 0, ${TRIES})`);
const heads = NUMBERS.map((number) => `maxnumber ${number.toLocaleString('en')}, s: mean (most)`);
console.log(
  machineLine() +
    markdownTable(['slower', '10,000 numbers, ms', ...heads], rows) +
    `\ncrypto.subtle: ${figure(subtle * 10)} ms for 10,000 numbers\n`,
);
await browser.close();
server.close();
