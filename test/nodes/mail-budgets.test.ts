import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import type { CounterStore } from '../../src/platform/stores/counter-tables.ts';
import { parseEmailAddress, type EmailAddress } from '../../src/platform/text/email-address.ts';
import { reserveMail } from '../../src/inboxes/mail-budget.ts';
import { VerificationBudgets } from '../../src/consent/verification/verification-budgets.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { hashOf, keyring } from '../stores/route-rows.ts';
import { countTaken, openTwoStores } from './two-nodes.ts';

const server = await startPostgres({ after });

const NOON = Date.UTC(2025, 5, 1, 12);

const contextOf = (counters: CounterStore, now: () => number) => ({
  store: { counters },
  keyring,
  now,
  settings: { CREATE_RATE_PER_MINUTE: 5 },
});

it('nodes that are asked at once share the mail budget of a domain exactly', async (test) => {
  const now = () => NOON + 300_000;
  const nodes = (await openTwoStores(test, server)).map(
    ({ counters }) => new VerificationBudgets(contextOf(counters, now)),
  );
  const takes = Array.from({ length: 60 }, (_, at) => {
    const inbox = hashOf(`inbox ${at}`);
    const address = parseEmailAddress(`name${at}@victim.example`) as EmailAddress;
    const checked = nodes[at % 2]?.check({ address, inbox, caller: `198.51.${at}.1` });
    return checked?.then((reserve) => reserve()) ?? Promise.reject();
  });
  assert.equal(await countTaken(takes), 20);
});

it('nodes whose clocks differ by a second never exceed a mail budget at the edge of a bucket', async (test) => {
  const nodes = (await openTwoStores(test, server)).map(({ counters }, at) =>
    contextOf(counters, () => NOON + (at === 0 ? -500 : 500)),
  );
  for (let count = 0; count < 60; count += 1) {
    const inbox = hashOf(`inbox ${count}`);
    const takes = Array.from({ length: 4 }, () =>
      nodes.map((node) => reserveMail(node, 'notice', inbox, 'cfm_1')),
    );
    const taken = await countTaken(takes.flat());
    assert.ok(taken <= 3, `${taken} mails in an hour`);
  }
});
