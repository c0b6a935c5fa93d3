import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import { peakOf } from '../support/process-memory.ts';
import { until } from '../support/until.ts';
import { prepareProcess } from './faulty-process.ts';

const CLIENTS = 200;

/** Milliseconds that the mail server takes for a message, so that bodies must wait. */
const SLOW = 1_000;

/** The units of a body of maximum size, and their cost as text, HTML and quoted-printable. */
const UNITS = [
  ['letters', 'lorem ipsum '],
  ['markup', '<'],
  ['umlauts', 'ü'],
] as const;

describe('a heap of 96 MiB', () => {
  for (const [name, unit] of UNITS)
    it(`a heap of 96 MiB is enough for ${CLIENTS} of the largest bodies at once, of ${name}`, async (test) => {
      const faulty = await prepareProcess(test, {
        nodeArguments: ['--max-old-space-size=96'],
      });
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
      const peak = peakOf(faulty.service());
      test.diagnostic(`${accepted} accepted, ${CLIENTS - accepted} refused; peak ${peak} KiB`);
      assert.ok(accepted > 0);
      assert.equal(faulty.smtp.messages.length, accepted + 1, 'and the verification mail');
      faulty.smtp.script = {};
      assert.equal((await faulty.submit(formId, 'the next')).body.used, accepted + 1);
      assert.equal((await faulty.ask('GET', '/health')).status, 200);
    });
});

describe('uploads that come byte by byte', () => {
  /** Each byte is a chunk: as many as accepted, together one caller's limit for unfinished ones. */
  const [uploads, bytes] = [300, 4_000];

  it('uploads that come byte by byte cost no more memory than others', async (test) => {
    const faulty = await prepareProcess(test, { nodeArguments: ['--max-old-space-size=256'] });
    const service = await faulty.start();
    const formId = await faulty.openForm();
    const { hostname, port } = new URL(await service.url());
    const sockets = Array.from({ length: uploads }, () => connect(Number(port), hostname));
    test.after(() => sockets.forEach((socket) => socket.destroy()));
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      socket.write(
        `POST /f/${formId} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
          'Transfer-Encoding: chunked\r\n\r\n',
      );
      socket.write('1\r\nx\r\n'.repeat(bytes));
    }
    await until('the uploads', () => sockets.every(({ writableLength }) => writableLength === 0));
    assert.equal((await faulty.submit(formId, 'the next')).status, 200);
    const peak = peakOf(service);
    test.diagnostic(`peak ${peak} KiB`);
    assert.ok(peak < 200 * 1_024, `${peak} KiB`);
  });
});
