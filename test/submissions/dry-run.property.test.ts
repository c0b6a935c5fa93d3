import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { startService } from '../support/service.ts';

/** What a dry run says of itself, and what only a delivery has. */
const OF_DRY_RUNS = new Set(['dry_run', 'would', 'fields']);
const OTHERWISE = new Set(['message', 'used', 'limit', 'retry_after_seconds', 'challenge']);

/** A script in a browser gets JSON also where others are redirected. */
const SCRIPT = {
  accept: 'application/json',
  origin: 'https://example.com',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
};

const page = fc.constantFrom(
  'https://example.com/thanks',
  '/thanks',
  '//evil.example',
  'no page',
  'http://a.example',
  '',
);
const fields = fc.record(
  {
    name: fc.constantFrom('Ada', ''),
    message: fc.constantFrom('Hello', ''),
    email: fc.constantFrom('ada@example.org', 'nobody'),
    _subject: fc.string({ maxLength: 20 }),
    _next: page,
    _redirect: page,
    redirect: page,
    _gotcha: fc.constantFrom('', 'x'),
    _cc: fc.constant('boss@example.org'),
  },
  { requiredKeys: [] },
);
const settings = fc.constantFrom(
  {},
  { redirect: 'https://example.com/set' },
  { website: { name: 'Example', url: 'https://example.com/' }, success_message: 'Bye.' },
  { origins: ['https://example.com'] },
  { origins: ['https://other.example'] },
  { fields: [{ name: 'message', label: 'M', type: 'textarea', required: true }] },
  { challenge: 'always' },
  { paused: true },
);

it('a dry run answers any submission as the delivery does, but for what only one of them has', async (test) => {
  const service = await startService(test, { MONTHLY_LIMIT: '0' });
  const { form_id, management_token = '' } = await service.activeRoute();
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fields, settings, async (given, set) => {
      await service.putSettings({ form_id, management_token }, set);
      const dry = await service.submit(form_id, { ...given, _dry_run: 'true' }, SCRIPT);
      const real = await service.submit(form_id, given, SCRIPT);
      assert.equal(dry.status, real.status);
      assert.deepEqual(dry.headers.get('content-type'), real.headers.get('content-type'));
      for (const [name, value] of Object.entries(dry.json)) {
        if (OF_DRY_RUNS.has(name)) continue;
        assert.ok(name in real.json, `${name} is in a dry run alone`);
        if (!OTHERWISE.has(name)) assert.deepEqual(value, real.json[name], name);
      }
      if (real.status !== 200) assert.equal(dry.json.message, real.json.message);
      const redirect = dry.json.would?.redirect ?? undefined;
      if (redirect !== undefined) assert.equal(real.json.next, redirect);
      seen.add(real.json.error ?? (redirect === undefined ? 'plain' : 'leads'));
    }),
    { numRuns: 150, seed: 7 },
  );
  for (const outcome of ['plain', 'leads', 'submission_empty', 'invalid_redirect_url'])
    assert.ok(seen.has(outcome), outcome);
});
