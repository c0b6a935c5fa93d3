import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it, type TestContext } from 'node:test';
import { pingClamd, scanOnce } from '../../src/delivery/clamd/clamd.ts';
import { EICAR } from './clamd.ts';
import { startService } from './service.ts';
import { isDelivery } from './smtp-sink.ts';

/** The CLAMD_URL of a clamd, which runs until the test ends. */
type StartClamd = (test: TestContext) => string | Promise<string>;

/** The effects of ClamAV's verdicts, the same with a stand-in and the real program. */
export function itHeedsClamav(start: StartClamd): void {
  it('ClamAV is asked about each file, and what it finds infected is not delivered', async (test) => {
    const url = await start(test);
    const { request, activeRoute, sink, logText } = await startService(test, { CLAMD_URL: url });
    const { form_id: form } = await activeRoute({ settings: { files: {} } });
    const send = (...contents: (string | Uint8Array<ArrayBuffer>)[]) => {
      const body = new FormData();
      body.append('message', 'Hello');
      for (const content of contents) body.append('file', new File([content], 'a.txt'));
      return request(`/f/${form}`, { method: 'POST', body });
    };
    const clean = await send('Hello', '', randomBytes(1_000_000));
    assert.equal(clean.status, 200, clean.text);
    for (const contents of [[EICAR], ['Hello', EICAR]]) {
      const { status, json } = await send(...contents);
      assert.deepEqual([status, json.error, json.retryable], [422, 'file_infected', false]);
    }
    assert.equal(sink.mails.filter(isDelivery).length, 1);
    assert.equal((await send('Hello')).json.used, 2, 'what was refused is not counted');
    assert.match(logText(), /"event":"file_infected"/);
    assert.doesNotMatch(logText(), /scan_failed|EICAR/i);
  });

  it('ClamAV answers a ping, and scans a file in any chunks', async (test) => {
    const url = await start(test);
    await pingClamd(url);
    const bytes = Buffer.from(EICAR);
    const single = Array.from(bytes, (octet) => Buffer.of(octet));
    assert.equal(await scanOnce(url, single), true);
    assert.equal(await scanOnce(url, [Buffer.alloc(0), bytes, Buffer.alloc(0)]), true);
    assert.equal(await scanOnce(url, []), false);
    assert.equal(await scanOnce(url, [randomBytes(5_000_000)]), false);
  });

  it('ClamAV gives no verdict on a file that is larger than its StreamMaxLength', async (test) => {
    const url = await start(test);
    const chunks = Array.from({ length: 110 }, () => Buffer.alloc(65_536));
    // clamd closes after its answer, which is lost if a write finds the connection closed first.
    await assert.rejects(scanOnce(url, chunks), { code: /^(SIZE_LIMIT|CUT_SHORT)$/ });
  });
}
