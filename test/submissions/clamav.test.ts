import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { it, type TestContext } from 'node:test';
import { Clamd, scanOnce } from '../../src/delivery/clamd/clamd.ts';
import { checkClamd } from '../../src/cli/operator/doctor/check-filters.ts';
import { readSettings } from '../../src/platform/settings/settings.ts';
import { startClamd } from '../support/clamd.ts';
import { itHeedsClamav } from '../support/describe-clamav.ts';
import { startService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';

async function standIn(test: TestContext) {
  const clamd = await startClamd(test);
  return clamd;
}

/** A server that does this with each connection. */
async function startServer(test: TestContext, act: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    test.after(() => void socket.destroy());
    act(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  test.after(() => void server.close());
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const file = (bytes: Buffer) => ({ chunks: [bytes], size: bytes.length });

itHeedsClamav(async (test) => (await standIn(test)).url);

const FAULTS: [what: string, act: (socket: Socket) => void, code: string][] = [
  ['closes', (socket) => void socket.end(), 'CUT_SHORT'],
  ['resets', (socket) => void socket.resetAndDestroy(), 'CUT_SHORT'],
  ['stays silent', () => undefined, 'ETIMEDOUT'],
  [
    'refuses the size',
    (socket) => void socket.end('INSTREAM size limit exceeded. ERROR\0'),
    'SIZE_LIMIT',
  ],
  [
    'answers an error',
    (socket) => void socket.end('Error processing stream. ERROR\0'),
    'NO_VERDICT',
  ],
  ['finds half a word', (socket) => void socket.end('stream: O\0'), 'NO_VERDICT'],
  ['cuts its answer', (socket) => void socket.end('stream: OK'), 'CUT_SHORT'],
  ['never ends its answer', (socket) => void socket.write('x'.repeat(9_000)), 'ANSWER_TOO_LARGE'],
];
for (const [what, act, code] of FAULTS)
  it(`there is no verdict if ClamAV ${what}`, async (test) => {
    const url = await startServer(test, act);
    await assert.rejects(scanOnce(url, [Buffer.alloc(100_000)], 200), { code });
  });

// Guarantee: Mails, pages and integrations
it('a submission with files is refused while ClamAV is away, one without files is delivered', async (test) => {
  const clamd = await startClamd();
  const service = await startService(test, { CLAMD_URL: clamd.url });
  const { form_id: form } = await service.activeRoute({ settings: { files: {} } });
  await clamd.close();
  const body = new FormData();
  body.append('file', new File(['Hello'], 'a.txt'));
  const refused = await service.request(`/f/${form}`, { method: 'POST', body });
  assert.deepEqual([refused.status, refused.json.error], [503, 'delivery_failed']);
  assert.match(refused.json.message, /could not be checked for viruses/);
  assert.match(service.logText(), /"event":"scan_failed"[^\n]*"reason":"ECONNREFUSED"/);
  assert.equal((await service.submit(form, { message: 'Hello' })).json.used, 1);
  assert.equal(service.sink.mails.filter(isDelivery).length, 1);
});

it('ClamAV is not asked about what is refused anyway', async (test) => {
  const clamd = await standIn(test);
  const service = await startService(test, { CLAMD_URL: clamd.url });
  const settings = { files: { types: ['text/plain'] }, challenge: 'always' };
  const { form_id: form } = await service.activeRoute({ settings });
  for (const [name, code] of [
    ['a.exe', 'file_type_refused'],
    ['a.txt', 'challenge_required'],
  ] as const) {
    const body = new FormData();
    body.append('file', new File(['Hello'], name));
    const { json } = await service.request(`/f/${form}`, { method: 'POST', body });
    assert.equal(json.error, code);
  }
  assert.deepEqual(clamd.sizes, []);
});

it('ClamAV is asked about ten files at a time, and what waits too long has no verdict', async (test) => {
  const clamd = await standIn(test);
  const scan = new Clamd(clamd.url);
  const verdicts = await Promise.all(
    Array.from({ length: 40 }, () => scan.isInfected(file(Buffer.alloc(9)), {})),
  );
  assert.ok(verdicts.every((infected) => !infected));
  assert.ok(clamd.peak() <= 10, `${clamd.peak()} at the same time`);
  clamd.freeze(true);
  const slow = new Clamd(clamd.url, 150);
  const scans = Array.from({ length: 25 }, () => slow.isInfected(file(Buffer.alloc(9)), {}));
  const settled = await Promise.allSettled(scans);
  assert.ok(settled.every(({ status }) => status === 'rejected'));
  clamd.freeze(false);
  assert.equal(await slow.isInfected(file(Buffer.alloc(9)), {}), false, 'no turn is lost');
});

it('doctor says whether ClamAV answers and takes large files', async (test) => {
  const clamd = await standIn(test);
  const verdictWith = async (env: Record<string, string>) => {
    const [finding] = await checkClamd(readSettings(env, () => ''));
    return finding && `${finding.verdict} ${finding.message}`;
  };
  assert.equal(await verdictWith({}), undefined);
  assert.match(
    (await verdictWith({ CLAMD_URL: clamd.url })) ?? '',
    /^ok answers, and takes files of 5242880/,
  );
  const env = { CLAMD_URL: clamd.url, MAX_FILE_BYTES: '10000000' };
  assert.match((await verdictWith(env)) ?? '', /^warn .*StreamMaxLength/);
  const mute = await startServer(test, (socket) => void socket.end());
  assert.match((await verdictWith({ CLAMD_URL: mute })) ?? '', /^FAIL .*is that clamd\?/);
  assert.match(
    (await verdictWith({ CLAMD_URL: 'unix:///nowhere/clamd.sock' })) ?? '',
    /^FAIL .*ENOENT/,
  );
});
