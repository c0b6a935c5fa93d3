import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { postMcp } from '../mcp/mcp-client.ts';
import { sendRaw } from '../support/raw-http.ts';
import { OWNER, startService, tokenIn, type TestService } from '../support/service.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

/** Pads `text` to `bytes` with a letter repeated at its `*`. */
const filled = (text: string, bytes: number, letter = 'a') =>
  text.replace('*', letter.repeat(bytes - text.length + 1));

const MULTIPART = 'multipart/form-data; boundary=b';

/** A form of one field, each of its characters as long as it can be written. */
function bodyOf(type: string, message: string): string {
  if (type === 'application/json') {
    const escaped = message.replaceAll('语', String.raw`\u8bed`);
    return `{"message":"${escaped}"}`;
  }
  if (type !== MULTIPART) return `message=${encodeURIComponent(message)}`;
  return `--b\r\nContent-Disposition: form-data; name="message"\r\n\r\n${message}\r\n--b--`;
}

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

  const PER_CHARACTER = {
    'application/x-www-form-urlencoded': 9,
    [MULTIPART]: 3,
    'application/json': 6,
  };
  for (const [type, octets] of Object.entries(PER_CHARACTER))
    it(`a submission may have 100 KiB of decoded text, and not a byte more, in ${type}`, async () => {
      const { form_id: formId } = await service.activeRoute();
      const submit = (text: string) => {
        const body = bodyOf(type, text);
        assert.ok(Buffer.byteLength(body) >= text.length * octets, 'as large as it can be');
        return service.request(`/f/${formId}`, {
          method: 'POST',
          headers: { 'content-type': type },
          body,
        });
      };
      // With the seven letters of the name.
      const most = '语'.repeat((102_400 - 7) / 3);
      assert.equal((await submit(most)).status, 200);
      assert.equal((await submit(`${most}语`)).json.error, 'submission_too_large');
    });

  it('a body may have three times as many bytes as its texts, and not one more', async () => {
    const { form_id: formId } = await service.activeRoute();
    const submit = (bytes: number) => {
      const body = filled('{"message":"x"*}', bytes, ' ');
      return service.request(`/f/${formId}`, { method: 'POST', headers: JSON_TYPE, body });
    };
    assert.equal((await submit(3 * 102_400)).status, 200);
    assert.equal((await submit(3 * 102_400 + 1)).json.error, 'submission_too_large');
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
