import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { linkedToken, startService, type TestService } from '../support/service.ts';

const EMAIL = 'not.me@example.com';
const DAY = 86_400_000;

const refuse = ({ request }: TestService, token: string, accept = '') =>
  request('/v1/routes/refuse', {
    method: 'POST',
    headers: { accept },
    body: new URLSearchParams({ token }),
  });

describe('"I did not ask for this"', () => {
  it('changes nothing when the link is opened', async (test) => {
    const service = await startService(test);
    const { json } = await service.create({ email: EMAIL });
    const path = `/v1/routes/refuse?token=${linkedToken(service, 'refuse')}`;
    const opened = await service.request(path);
    assert.match(opened.text, /<button/);
    await service.request(path, { method: 'HEAD' });
    assert.equal((await service.request(`/v1/routes/${json.form_id}`)).status, 200);
  });

  it('removes the form and keeps its address from such mails for 30 days', async (test) => {
    let time = Date.now();
    const service = await startService(test, {}, { now: () => time });
    const { json } = await service.create({ email: EMAIL });
    const refused = await refuse(service, linkedToken(service, 'refuse'));
    assert.deepEqual(refused.json, { success: true, status: 'deleted', form_id: json.form_id });
    assert.equal((await service.request(`/v1/routes/${json.form_id}`)).status, 404);
    for (const email of [EMAIL, 'Not.Me@example.com', 'not.me+again@example.com']) {
      const again = await service.create({ email });
      assert.equal(again.json.error, 'rate_limited', email);
      assert.ok(again.json.retry_after_seconds > 29 * 86_400);
    }
    assert.equal((await service.create({ email: 'notme@example.com' })).status, 202, 'a neighbour');
    time += 31 * DAY;
    assert.equal((await service.create({ email: EMAIL })).status, 202);
  });

  it('holds although the form was deleted meanwhile, and repeating it succeeds', async (test) => {
    const service = await startService(test);
    const { json } = await service.create({ email: EMAIL });
    const token = linkedToken(service, 'refuse');
    await service.request(`/v1/routes/${json.form_id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${json.management_token}` },
    });
    assert.equal((await refuse(service, token)).status, 200);
    assert.equal((await refuse(service, token)).status, 200);
    assert.equal((await service.create({ email: EMAIL })).json.error, 'rate_limited');
  });

  it('leaves a confirmed form, and offers to stop it', async (test) => {
    const service = await startService(test);
    const { json } = await service.create({ email: EMAIL });
    const token = linkedToken(service, 'refuse');
    await service.confirm(service.verificationToken());
    assert.equal((await refuse(service, token)).json.status, 'active');
    const page = await refuse(service, token, 'text/html');
    assert.match(page.text, /action="stop"/);
    assert.equal((await service.request(`/v1/routes/${json.form_id}`)).json.status, 'active');
    assert.equal((await service.create({ email: EMAIL, alias: 'Second' })).status, 201);
  });

  it('keeps no address', async (test) => {
    const service = await startService(test);
    await service.create({ email: EMAIL });
    await refuse(service, linkedToken(service, 'refuse'));
    for (const name of readdirSync(service.folder)) {
      const bytes = readFileSync(join(service.folder, name), 'latin1');
      assert.ok(!bytes.includes('not.me'), name);
    }
    assert.ok(!service.logText().includes('not.me'));
  });
});
