import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { postMcp } from '../mcp/mcp-client.ts';
import { sendRaw } from '../support/raw-http.ts';
import { OWNER, startService, tokenIn, type TestService } from '../support/service.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

/** Pads `text` to `bytes` with a letter repeated at its `*`. */
const filled = (text: string, bytes: number) =>
  text.replace('*', 'a'.repeat(bytes - text.length + 1));

/** The figures that docs/api.md publishes, as numbers: a changed limit must show up here. */
describe('limits taken exactly, one byte more refused', () => {
  let service: TestService;
  before(async () => (service = await startService(undefined)));
  after(() => service.close());

  it('a request head may have 16 KiB, and not more', async () => {
    const ask = (bytes: number) =>
      sendRaw(
        service.url,
        filled('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Fill: *\r\n\r\n', bytes),
      );
    // Node counts without the line ends.
    assert.match(await ask(16_300), /^HTTP\/1\.1 200 /);
    assert.match(await ask(16_500), /^HTTP\/1\.1 400 /);
  });

  it('a submission may have 100 KiB, and not a byte more', async () => {
    const { form_id: formId } = await service.activeRoute();
    const submit = async (bytes: number) => {
      const body = filled('{"message":"*"}', bytes);
      return service.request(`/f/${formId}`, { method: 'POST', headers: JSON_TYPE, body });
    };
    assert.equal((await submit(102_400)).status, 200);
    assert.equal((await submit(102_401)).json.error, 'submission_too_large');
  });

  it('a creation may have 128 KiB, and not a byte more', async () => {
    const create = (bytes: number) => {
      const body = filled(`{"email":"${OWNER}","alias":"x","ignored":"*"}`, bytes);
      return service.request('/v1/routes', { method: 'POST', headers: JSON_TYPE, body });
    };
    assert.ok((await create(131_072)).status < 300);
    assert.equal((await create(131_073)).json.error, 'invalid_json');
  });

  it('a confirmation may have 8 KiB, and not a byte more', async () => {
    await service.create({ email: 'other@example.com' });
    const mail = service.sink.mails.at(-1);
    assert.ok(mail);
    const confirm = (bytes: number) => {
      const body = filled(`token=${encodeURIComponent(tokenIn(mail))}&ignored=*`, bytes);
      return service.request('/v1/routes/verify', { method: 'POST', headers: FORM_TYPE, body });
    };
    assert.equal((await confirm(8_193)).status, 400);
    assert.equal((await confirm(8_192)).status, 200);
  });

  it('a message to /mcp may have 128 KiB, and not a byte more', async () => {
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"ignored":"*"}}';
    assert.equal((await postMcp(service, filled(ping, 131_072))).status, 200);
    assert.equal((await postMcp(service, filled(ping, 131_073))).status, 413);
  });
});
