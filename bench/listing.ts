import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { sealRoute } from '../src/forms/route.ts';
import type { FormId } from '../src/contract/names.ts';
import type { Field, PreparedService } from './field.ts';
import { keyringOf, newRoute } from './filling.ts';
import { figure, markdownTable, median } from './figures.ts';
import type { Run } from './run-context.ts';
import type { Server } from './servers.ts';

/** Forms of one inbox, and the address of the first form of every filled database. */
const FORMS = 10_000;
const ADDRESS = 'owner-0@customer-0.example';

/** Lists in a round, and milliseconds after each of them. */
const LISTS = 5;
const PAUSE = 50;

interface Round {
  server: string;
  /** Milliseconds until the whole list is there; the median of the round. */
  milliseconds: number;
  /** Milliseconds of the slowest answer that others got meanwhile. */
  stall: number;
}

/** Gives all forms to the inbox of the first: their sealed parts too, which say whose they are. */
function joinInboxes({ file, env }: PreparedService): void {
  const keyring = keyringOf(env);
  const route = newRoute(keyring, 0);
  const database = new DatabaseSync(file);
  const ids = database.prepare('SELECT form_id AS id FROM routes').all() as { id: FormId }[];
  const move = database.prepare('UPDATE routes SET owner = ?, sealed = ? WHERE form_id = ?');
  database.exec('BEGIN');
  for (const { id } of ids) {
    const { owner, sealed } = sealRoute(keyring, { ...route, formId: id });
    move.run(owner, sealed, id);
  }
  database.exec('COMMIT');
  database.close();
}

/** Milliseconds until the account's whole list is there. */
async function timeList({ url }: Server, secret: string): Promise<number> {
  const start = performance.now();
  const answer = await fetch(new URL('/v1/account/routes', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ emails: [ADDRESS] }),
  });
  const bytes = await answer.arrayBuffer();
  const taken = performance.now() - start;
  const { routes } = JSON.parse(Buffer.from(bytes).toString()) as { routes?: unknown[] };
  if (routes?.length === FORMS) return taken;
  throw new Error(`${answer.status}: the list has ${routes?.length} of ${FORMS} forms.`);
}

async function measureRound(server: Server, { probe }: Field, secret: string): Promise<Round> {
  const times: number[] = [];
  await probe.begin(server.url);
  for (let list = 0; list < LISTS; list += 1) {
    times.push(await timeList(server, secret));
    await wait(PAUSE);
  }
  const { longest } = await probe.end();
  return { server: server.name, milliseconds: median(times), stall: longest };
}

function table(rounds: readonly Round[]): string {
  const rows = Array.from(
    Map.groupBy(rounds, ({ server }) => server),
    ([server, mine]) => [
      server,
      figure(median(mine.map(({ milliseconds }) => milliseconds))),
      figure(median(mine.map(({ stall }) => stall))),
      figure(Math.max(...mine.map(({ stall }) => stall))),
    ],
  );
  return markdownTable(['server', 'list, ms', 'stall for others, ms', 'longest, ms'], rows);
}

/** How long the list of an inbox with many forms takes, and how long others wait meanwhile. */
export async function measureListing({ field, options, figures, tables }: Run): Promise<void> {
  const secret = randomBytes(32).toString('hex');
  const env = { ACCOUNT_LOOKUP_SECRET: secret };
  const servers: Server[] = [];
  const own = { name: 'one inbox', routes: FORMS, env };
  const { before: checkout } = options;
  const plans = checkout ? [own, { ...own, name: 'before, one inbox', checkout }] : [own];
  for (const plan of plans) {
    const prepared = await field.prepare(plan);
    joinInboxes(prepared);
    servers.push(await prepared.start());
  }
  // The first round warms up.
  const rounds: Round[] = [];
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const server of servers) {
      const measured = await measureRound(server, field, secret);
      if (round > 0) rounds.push(measured);
    }
  }
  for (const server of servers) await server.stop();
  const mine = rounds.filter(({ server }) => server === own.name);
  figures.listing = mine.map(({ milliseconds }) => milliseconds);
  figures.listingStall = mine.map(({ stall }) => stall);
  tables.push(`The list of an inbox with ${FORMS.toLocaleString('en')} forms:\n\n${table(rounds)}`);
}
