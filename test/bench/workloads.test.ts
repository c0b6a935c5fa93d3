import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { openField, type Field } from '../../bench/field.ts';
import { measureInTurn, requireFlawless } from '../../bench/measure.ts';
import { creationLoad, pollLoad, submissionLoad } from '../../bench/workloads.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const SIZE = { routes: 20, smtpConnections: 4 };
const CONNECTIONS = 4;
const ROUND = { rounds: 1, seconds: 0.4 };

/** What each kind of request asks, and of whom. */
const KINDS = {
  submission: ({ baseline, service }: Field) => ({
    servers: [baseline, service],
    workload: submissionLoad(CONNECTIONS),
  }),
  'submission at a planned time': ({ baseline, service }: Field) => ({
    servers: [baseline, service],
    workload: submissionLoad(CONNECTIONS, 50),
  }),
  creation: ({ service }: Field) => ({
    servers: [service],
    workload: creationLoad(CONNECTIONS),
  }),
  poll: ({ service }: Field) => ({
    servers: [service],
    workload: pollLoad(CONNECTIONS),
  }),
};

describe('the workloads of the benchmark', () => {
  const folder = newTempFolder('bench');
  let field: Field;
  before(async () => void (field = await openField(folder, SIZE)));
  after(async () => {
    await field.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [kind, requestsOf] of Object.entries(KINDS)) {
    it(`the benchmark sees every ${kind} accepted, and finds each mail of it once`, async () => {
      const { servers, workload } = requestsOf(field);
      const all = await measureInTurn(servers, field, workload, ROUND);
      requireFlawless(all);
      assert.equal(all.length, servers.length);
      for (const { accepted } of all) assert.ok(accepted > 0);
    });
  }
});
