import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { MailAccess } from '../../src/delivery/https/open.ts';
import type { ApiPool, ApiPoolOptions } from '../../src/delivery/https/api-pool.ts';
import type { Letter } from '../../src/delivery/smtp/transaction.ts';
import type { MailFailure } from '../../src/mail/mailer.ts';
import { composeMimeMessage } from '../../src/mail/mime-message.ts';
import { toLongMessage } from '../../src/mail/long-message.ts';
import { readSettings } from '../../src/platform/settings/settings.ts';
import {
  PROVIDER_NAMES,
  startProvider,
  withWrongCredentials,
  type Provider,
  type ProviderName,
} from '../support/mail-providers.ts';
import { TEST_CA } from '../support/webhook-receiver.ts';

const FROM = { name: 'Forms', address: 'forms@letterslot.example' };
const TO = 'owner@example.com';

const MAIL = {
  to: TO,
  subject: 'Grüße aus der Prüfung',
  text: 'Zeile eins\n.\nFrom here äöü 你好\n',
  html: '<p>äöü</p>',
};

const message = composeMimeMessage(MAIL, FROM);
const letter = (): Letter => ({ envelope: { from: FROM.address, to: TO }, message });

interface Opened {
  provider: Provider;
  pool: ApiPool;
  access: MailAccess;
  lines: string[];
}

async function open(
  test: TestContext,
  name: ProviderName,
  change: (env: Record<string, string>) => Record<string, string> = (env) => env,
  options: Partial<ApiPoolOptions> = {},
): Promise<Opened> {
  const provider = await startProvider(test, name);
  const settings = readSettings(change(provider.env), readFileSync);
  const lines: string[] = [];
  const log = {
    mailCredentialsRefused: (line: object) => void lines.push(JSON.stringify(line)),
    refreshTokenRotated: () => void lines.push('rotated'),
  };
  const access = new MailAccess(settings, log, TEST_CA);
  const pool = await access.openPool({ deadline: 2_000, ...options });
  test.after(() => access.close());
  return { provider, pool, access, lines };
}

const failureOf = (pool: ApiPool, compose = letter): Promise<MailFailure | undefined> =>
  pool.send(compose).then(
    () => undefined,
    (error: MailFailure) => error,
  );

/** What happens, how it ends, and whether the provider saw the message. */
const OUTCOMES: Record<
  string,
  {
    mode: Parameters<Provider['answerWith']>[0];
    kind: string | undefined;
    code?: number;
    wait?: number;
    variant?: string;
  }
> = {
  'a success': { mode: 'accept', kind: undefined },
  'a wrong request': {
    mode: { status: 400 },
    kind: 'refused',
    code: 400,
    variant: 'refused_message',
  },
  'a message that is too large': {
    mode: { status: 413 },
    kind: 'refused',
    code: 413,
    variant: 'too_large_for_mail',
  },
  'a fault of the provider': { mode: { status: 500 }, kind: 'refused', code: 500 },
  'a cut before an answer': { mode: 'cut', kind: 'doubtful', variant: 'doubtful_delivery' },
  'silence until the deadline': { mode: 'silence', kind: 'doubtful', variant: 'doubtful_delivery' },
  'an answer that is no HTTP': {
    mode: 'unreadable',
    kind: 'doubtful',
    variant: 'doubtful_delivery',
  },
  'a limit, with Retry-After': {
    mode: { status: 429, headers: { 'retry-after': '7' } },
    kind: 'refused',
    code: 429,
    wait: 7,
  },
  'a limit, with a far Retry-After': {
    mode: { status: 503, headers: { 'retry-after': '86400' } },
    kind: 'refused',
    code: 503,
    wait: 600,
  },
  'a limit without Retry-After': { mode: { status: 429 }, kind: 'refused', code: 429 },
  'a permission that is missing': { mode: { status: 403 }, kind: 'refused', code: 403 },
  'a redirect': {
    mode: { status: 307, headers: { location: 'https://localhost:1/elsewhere' } },
    kind: 'refused',
    code: 307,
  },
};

for (const name of PROVIDER_NAMES) {
  describe(`MAIL_API=${name}`, () => {
    it(`${name} gets the message octet by octet, over connections that are kept`, async (test) => {
      const { provider, pool, access } = await open(test, name);
      for (let count = 1; count <= 6; count += 1) await pool.send(letter);
      assert.deepEqual(provider.faults, []);
      assert.equal(provider.mails.length, 6);
      for (const { raw, to } of provider.mails) assert.deepEqual([raw, to], [message, TO]);
      assert.ok(provider.connections() <= 2, `${provider.connections()} connections`);
      assert.equal(access.credentials.fault, undefined);
    });

    it(`${name} gets a message with files octet by octet`, async (test) => {
      const { provider, pool } = await open(test, name);
      const chunks = [Buffer.alloc(700_001, 'ä')];
      const file = { name: 'a.bin', type: 'application/octet-stream', chunks, size: 700_001 };
      const long = toLongMessage([message, file]);
      await pool.send(() => ({ ...letter(), message: long }));
      assert.deepEqual(provider.faults, []);
      assert.equal(provider.mails[0]?.raw, [...long.pieces()].join(''));
    });

    for (const [what, { mode, kind, code, wait, variant }] of Object.entries(OUTCOMES))
      it(`${name} and ${what}: ${kind ?? 'accepted'}`, async (test) => {
        const { provider, pool } = await open(test, name, undefined, { deadline: 1_000 });
        provider.answerWith(mode);
        const failure = await failureOf(pool);
        assert.deepEqual(provider.faults, []);
        assert.equal(failure?.kind, kind);
        assert.equal(failure?.replyCode, code);
        assert.equal(failure?.retryAfterSeconds, wait);
        assert.equal(failure?.variant, variant);
        assert.equal(provider.submissions(), 1, 'it was sent once');
        if (wait === undefined) return;
        const next = await failureOf(pool);
        assert.equal(next?.kind, 'overloaded');
        assert.ok((next?.retryAfterSeconds ?? 0) > 0);
        assert.equal(provider.submissions(), 1, 'nothing is sent in the pause');
      });

    it(`${name} and a connection that breaks in the middle of a message: refused`, async (test) => {
      const { provider, pool } = await open(test, name);
      await pool.check(2_000);
      provider.answerWith('cut-early');
      const chunks = [Buffer.alloc(1_900_000)];
      const file = { name: 'a', type: 'text/plain', chunks, size: 1_900_000 };
      const failure = await failureOf(pool, () => ({
        ...letter(),
        message: toLongMessage([message, file]),
      }));
      assert.equal(failure?.kind, 'refused');
      assert.equal(provider.mails.length, 0);
    });

    it(`${name} and wrong credentials: refused, named until a success, without a secret`, async (test) => {
      const { provider, pool, access, lines } = await open(test, name, withWrongCredentials);
      for (let count = 1; count <= 3; count += 1) {
        const failure = await failureOf(pool);
        assert.equal(failure?.kind, 'refused');
        assert.equal(failure?.variant, undefined);
      }
      assert.equal(provider.mails.length, 0);
      assert.match(access.credentials.fault ?? '', /(MAIL|AWS)_[A-Z_]+/);
      assert.equal(lines.length, 1);
      assert.doesNotMatch(lines.join(''), /canary|wrong|AKIA/);
    });

    it(`${name} that is away: refused, and nothing is doubtful`, async (test) => {
      const url = 'https://localhost:1';
      const { provider, pool } = await open(test, name, (env) => ({
        ...env,
        ...(env['MAIL_API_URL'] ? { MAIL_API_URL: url } : { AWS_ENDPOINT_URL_SESV2: url }),
      }));
      const failure = await failureOf(pool);
      assert.equal(failure?.kind, 'refused');
      assert.equal(failure?.reason, 'ECONNREFUSED');
      assert.equal(provider.mails.length, 0);
    });
  });
}

describe('JMAP and what waits', () => {
  it('a message that JMAP imports and does not send is removed from its mailbox', async (test) => {
    const { provider, pool } = await open(test, 'jmap');
    provider.refuseSubmissions();
    const failure = await failureOf(pool);
    assert.deepEqual([failure?.kind, failure?.reason], ['refused', 'forbiddenToSend']);
    assert.equal(provider.drafts.size, 0);
  });

  it('JMAP reads its session once, and again after its state changed', async (test) => {
    const { provider, pool } = await open(test, 'jmap');
    await pool.send(letter);
    const first = provider.requests();
    await pool.send(letter);
    assert.equal(provider.requests() - first, 2, 'an upload and a call');
    provider.changeSession();
    await pool.send(letter);
    await pool.send(letter);
    assert.equal(provider.requests() - first, 2 + 2 + 4);
    assert.equal(provider.drafts.size, 0);
    assert.equal(provider.mails.at(-1)?.from, FROM.address);
  });

  it('a message above maxSizeUpload is refused as too large before it is sent', async (test) => {
    const { provider, pool } = await open(test, 'jmap');
    provider.limit(100);
    const failure = await failureOf(pool);
    assert.equal(failure?.variant, 'too_large_for_mail');
    assert.equal(provider.submissions(), 0);
  });
});
