import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ErrorCode } from '../contract/error-codes.ts';
import { ServiceError } from '../contract/service-error.ts';
import { TO_INBOX } from './targets/channels.ts';
import { parseCreateRequest } from './create-request.ts';
import { listOf } from '../../test/support/list-of.ts';

const VALID = { email: 'jo@example.com', alias: 'Contact' };

function refuses(code: ErrorCode, body: unknown, key?: string): void {
  assert.throws(
    () => parseCreateRequest(body, key),
    (error) => error instanceof ServiceError && error.code === code,
  );
}

const aliasOf = (body: object) =>
  parseCreateRequest({ email: VALID.email, ...body }, undefined).alias;

describe('a create request', () => {
  it('a create request is parsed', () => {
    assert.deepEqual(
      parseCreateRequest({ email: ' Jo@EXAMPLE.com ', alias: ' Contact ' }, 'key 1'),
      {
        address: 'Jo@example.com',
        alias: 'Contact',
        targets: [TO_INBOX],
        idempotencyKey: 'key 1',
        settings: {},
        remark: undefined,
      },
    );
  });

  it('a create request ignores unknown properties', () => {
    const body = JSON.parse(
      '{"email":"jo@example.com","alias":"A","__proto__":{"alias":"B"},"to":"x"}',
    );
    assert.equal(parseCreateRequest(body, undefined).alias, 'A');
  });

  it('a create request takes nothing from a prototype', () => {
    refuses('invalid_email', Object.create(VALID));
    refuses('invalid_email', JSON.parse('{"__proto__":{"email":"jo@example.com","alias":"A"}}'));
  });

  for (const body of [undefined, null, [], [VALID], 'text', 7, true])
    it(`a create request is not ${JSON.stringify(body)}`, () => refuses('invalid_json', body));

  it('a create request reports its faults in the order email, alias, key, delivery', () => {
    const bad = { email: 'x', alias: '', delivery: 1 };
    refuses('invalid_email', bad, '');
    refuses('invalid_alias', { ...bad, email: VALID.email }, '');
    refuses('invalid_idempotency_key', { ...VALID, delivery: 1 }, '');
    refuses('delivery_config_unsupported', { ...VALID, delivery: 1 }, 'k');
  });

  it('a create request reports all its faults at once, each with its place', () => {
    const delivery = { mode: 'both', webhook: { url: 'https://127.0.0.1/' } };
    const settings = { redirct: 'https://example.com/', origins: 1 };
    assert.throws(
      () => parseCreateRequest({ alias: ' ', delivery, settings }, ''),
      (error) => {
        assert.ok(error instanceof ServiceError);
        assert.equal(error.code, 'invalid_email');
        assert.match(error.message, /missing/);
        const { errors } = error.details as { errors: { path: string; message: string }[] };
        const paths = '/email,/alias,,/delivery/webhook/url,/settings/redirct,/settings/origins';
        assert.equal(errors.map(({ path }) => path).join(), paths);
        assert.match(errors[4]?.message ?? '', /Did you mean “redirect”/);
        return true;
      },
    );
  });
});

const injected = 'jo@example.com\r\nRCPT TO:<x@y.example>';
for (const email of [undefined, null, 7, [], ['jo@example.com'], {}, '', 'jo', injected])
  it(`the email of a create request is not ${JSON.stringify(email)}`, () =>
    refuses('invalid_email', { ...VALID, email }));

describe('the alias', () => {
  it('an alias may have 120 code points', () => {
    for (const symbol of ['a', 'é', '😀']) {
      assert.equal(aliasOf({ alias: symbol.repeat(120) }), symbol.repeat(120));
      refuses('invalid_alias', { ...VALID, alias: symbol.repeat(121) });
    }
  });

  it('an alias is counted without the white space around it', () => {
    assert.equal(aliasOf({ alias: `  ${'a'.repeat(120)}  ` }).length, 120);
  });

  it('an alias may be called formName or form_name', () => {
    assert.equal(aliasOf({ formName: 'B' }), 'B');
    assert.equal(aliasOf({ form_name: 'C' }), 'C');
    assert.equal(aliasOf({ form_name: 'C', formName: 'B', alias: 'A' }), 'A');
    assert.equal(aliasOf({ form_name: 'C', formName: 'B' }), 'B');
  });

  const marks = listOf(`\u00a0 a\x7fb a\u0085b a\u2028b a\u202eb a\u2066b a\u200fb a\ud800`);
  const texts = ['', '   ', 'a\nb', 'a\r\nb', 'a\tb', 'a\0b', 'a'.repeat(100_000)];
  for (const alias of [...marks, ...texts, undefined, null, 7, {}, [], ['A'], true]) {
    const name = JSON.stringify(alias)?.slice(0, 20);
    it(`the alias of a create request is not ${name}`, () =>
      refuses('invalid_alias', { ...VALID, alias }));
  }

  it('a create request needs an alias', () => refuses('invalid_alias', { email: VALID.email }));
});

it('an Idempotency-Key may be omitted', () =>
  assert.equal(parseCreateRequest(VALID, undefined).idempotencyKey, undefined));

describe('the delivery', () => {
  for (const delivery of [{}, { mode: 'email' }, { mode: 'email', note: 1 }])
    it(`the delivery may be ${JSON.stringify(delivery)}`, () => {
      assert.deepEqual(parseCreateRequest({ ...VALID, delivery }, undefined).targets, [TO_INBOX]);
    });

  const modes = ['webhook', 'both', 'EMAIL', 1, ['email']].map((mode) => ({ mode }));
  for (const delivery of [null, 'email', [], 7, ...modes])
    it(`the delivery is not ${JSON.stringify(delivery)}`, () => {
      refuses('delivery_config_unsupported', { ...VALID, delivery });
    });
});
