import type { Page } from 'playwright-core';
import { startBrowser } from '../test/support/browser.ts';
import { startService } from '../test/support/service.ts';
import { figure, machineLine, markdownTable, median } from './figures.ts';

/** Times /start and /inbox on a slow line: `npm exec -- node bench/pages.ts` (half a minute). */
const ROUNDS = 5;

/** “Slow 4G”: milliseconds before each answer, bytes a second. */
const LINE = { latency: 400, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };

const USABLE = '#app form [type=submit]:enabled';

/** Notes when the page's form can be used, which is when its script has run. */
const WATCH = `new MutationObserver((_all, observer) => {
  if (!document.querySelector(${JSON.stringify(USABLE)})) return;
  globalThis.usableAt = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true });`;

/** Milliseconds since the navigation began, requests, and bytes over the wire with headers. */
interface Visit {
  painted: number;
  usable: number;
  requests: number;
  bytes: number;
}

/** Opens a page twice in a new profile; the second time, its script and style are cached. */
async function visitTwice(page: Page, url: string): Promise<Visit[]> {
  await page.addInitScript(WATCH);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', { offline: false, ...LINE });
  let [requests, bytes] = [0, 0];
  devTools.on('Network.loadingFinished', ({ encodedDataLength: length }) => {
    // Resources from the cache have no bytes.
    requests += length > 0 ? 1 : 0;
    bytes += length;
  });
  const visits: Visit[] = [];
  for (const _visit of ['first', 'again']) {
    [requests, bytes] = [0, 0];
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.locator(USABLE).waitFor();
    const [painted = 0, usable = 0] = await page.evaluate<number[]>(
      `[performance.getEntriesByName('first-contentful-paint')[0].startTime, globalThis.usableAt]`,
    );
    visits.push({ painted, usable, requests, bytes });
    await page.goto('about:blank');
  }
  return visits;
}

const service = await startService(undefined);
const browser = await startBrowser();
const rows: string[][] = [];
for (const path of ['/start', '/inbox']) {
  const rounds: Visit[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page } = await browser.visit();
    rounds.push(await visitTwice(page, service.url + path));
    await page.context().close();
  }
  for (const [at, name] of ['first visit', 'again'].entries()) {
    const of = (member: keyof Visit) => median(rounds.map((visits) => visits[at]?.[member] ?? 0));
    const seconds = [of('painted'), of('usable')].map((ms) => figure(ms / 1000));
    rows.push([`${path}, ${name}`, ...seconds, figure(of('requests')), figure(of('bytes') / 1000)]);
  }
}
console.log(
  machineLine() +
    markdownTable(['page', 'painted, s', 'usable, s', 'requests', 'over the wire, kB'], rows),
);
await browser.close();
await service.close();
