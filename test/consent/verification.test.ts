import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../support/service.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('verification', () => {
  it('a verification link activates once, and repeating it succeeds', async (test) => {
    const { create, confirm, request, verificationToken } = await startService(test);
    const { form_id } = (await create()).json;
    const token = verificationToken();
    for (let round = 0; round < 2; round += 1) {
      const { status, json } = await confirm(token);
      assert.equal(status, 200);
      assert.equal(json.status, 'active');
      assert.deepEqual(json.next_action, { type: 'none' });
      assert.equal(json.management_token, undefined);
      assert.equal(json.verification_expires_at, undefined);
    }
    assert.equal((await request(`/v1/routes/${form_id}`)).json.status, 'active');
  });

  it('a verification link answers a browser with a page', async (test) => {
    const { create, request, verificationToken } = await startService(test);
    await create({ alias: 'Shop <1>' });
    const answer = await request('/v1/routes/verify', {
      method: 'POST',
      headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: verificationToken() }).toString(),
    });
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(answer.text, /Shop &lt;1&gt;/);
    const error = await request('/v1/routes/verify?token=garbage', { headers: HTML });
    assert.equal(error.status, 401);
    assert.match(error.headers.get('content-type') ?? '', /^text\/html/);
  });

  it('an expired verification link has no button, and is refused on POST', async (test) => {
    let time = Date.now();
    const { create, confirm, request, verificationToken } = await startService(
      test,
      {},
      { now: () => time },
    );
    await create();
    const token = verificationToken();
    time += 86_400_000 + 1_000;
    const page = await request(`/v1/routes/verify?token=${token}`);
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text, /<button|<form/);
    assert.equal((await confirm(token)).json.error, 'verification_token_expired');
  });

  it('verification pages have headers that keep the token from leaking', async (test) => {
    const { create, request, verificationToken } = await startService(test);
    await create();
    const { headers } = await request(`/v1/routes/verify?token=${verificationToken()}`);
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  });
});
