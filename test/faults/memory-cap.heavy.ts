import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import { prepareProcess } from './faulty-process.ts';

const CLIENTS = 200;

/** Milliseconds that the mail server takes for a message, so that bodies have to wait. */
const SLOW = 1_000;

/** What makes a body of the largest size, and how dear it is: as text, as HTML, as quoted-printable. */
const UNITS = [
  ['letters', 'lorem ipsum '],
  ['markup', '<'],
  ['umlauts', 'ü'],
] as const;

describe('a heap of 96 MiB', () => {
  for (const [name, unit] of UNITS) {
    it(`is enough for ${CLIENTS} bodies of the largest size at once, of ${name}`, async (test) => {
      const faulty = await prepareProcess(test, {}, ['--max-old-space-size=96']);
      await faulty.start();
      const formId = await faulty.openForm();
      faulty.smtp.script = {
        message: (socket) => void setTimeout(() => socket.write('250 taken\r\n'), SLOW),
      };
      const length = Buffer.byteLength(JSON.stringify({ message: '', _format: 'json' }));
      const count = Math.floor((LIMITS.submissionBytes - length) / Buffer.byteLength(unit));
      const body = JSON.stringify({ message: unit.repeat(count), _format: 'json' });
      const headers = { 'content-type': 'application/json' };
      const answers = await Promise.all(
        Array.from({ length: CLIENTS }, () =>
          faulty.ask('POST', `/f/${formId}`, { headers, body }),
        ),
      );
      const accepted = answers.filter(({ status }) => status === 200).length;
      for (const { status, body: told } of answers) {
        if (status !== 200) assert.deepEqual([status, told.error], [503, 'delivery_failed']);
      }
      const status = readFileSync(`/proc/${faulty.service().child.pid}/status`, 'utf8');
      const [, peak = '?'] = /VmHWM:\s+(\d+)/.exec(status) ?? [];
      test.diagnostic(`${accepted} accepted, ${CLIENTS - accepted} refused; peak ${peak} KiB`);
      assert.ok(accepted > 0);
      assert.equal(faulty.smtp.messages.length, accepted + 1, 'and the verification mail');
      faulty.smtp.script = {};
      assert.equal((await faulty.submit(formId, 'the next')).body.used, accepted + 1);
      assert.equal((await faulty.ask('GET', '/health')).status, 200);
    });
  }
});
