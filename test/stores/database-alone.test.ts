import assert from 'node:assert/strict';
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { parseEmailAddress } from '../../src/platform/text/email-address.ts';
import { identifyInbox, quotaAddress } from '../../src/inboxes/inbox-identity.ts';
import { Keyring } from '../../src/platform/secrets/keyring.ts';
import { filesIn, findHidden } from '../support/hidden-text.ts';
import { startService } from '../support/service.ts';

const ADDRESSES = ['ada@example.com', 'b.ob+forms@example.org', 'carol@gmail.com'];

const DICTIONARY = [...ADDRESSES, 'nobody@example.com', 'owner@example.com'];

interface Stolen {
  folder: string;
  /** What a row stands for: addresses, aliases, tokens and keys of retries. */
  secrets: string[];
  /** Every value of every table, and every key that an attacker could try. */
  values: Set<string>;
  sealingKey: Buffer;
  indexKey: Buffer;
}

function readValues(path: string): Set<string> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const rows = tables.flatMap(({ name }) =>
      database.prepare(`SELECT * FROM "${String(name)}"`).all(),
    );
    return new Set(rows.flatMap((row) => Object.values(row).map(String)));
  } finally {
    database.close();
  }
}

/** The database of a service that was used: forms created, confirmed, limited and submitted to. */
async function steal(test: TestContext): Promise<Stolen> {
  const [sealingKey, indexKey] = [randomBytes(32), randomBytes(32)];
  const service = await startService(test, {
    SEALING_KEYS: `k1:${sealingKey.toString('base64url')}`,
    INDEX_KEY: indexKey.toString('base64url'),
  });
  const secrets = [...ADDRESSES, 'example.com', 'gmail', 'Alias of', 'key-of-secrets'];
  for (const email of ADDRESSES) {
    const form = { email, alias: `Alias of ${email}` };
    const { json } = await service.create(form, { 'idempotency-key': 'key-of-secrets' });
    const token = service.verificationToken();
    secrets.push(json.management_token, token);
    await service.confirm(token);
    await service.submit(json.form_id, { message: 'hello' });
  }
  const values = readValues(join(service.folder, 'test.db'));
  return { folder: service.folder, secrets, values, sealingKey, indexKey };
}

/** The ways in which a column could hold a digest, whole or cut to 128 bits. */
function spellings(digest: Buffer): string[] {
  return [digest, digest.subarray(0, 16)].flatMap((bytes) => [
    bytes.toString('base64url'),
    bytes.toString('base64'),
    bytes.toString('hex'),
  ]);
}

const PURPOSES = ['exact-address', 'inbox-identity', 'seal', 'key-check', ''];

/** The keys found in the database, as they are and derived as the service derives its keys. */
function guessKeys(values: Iterable<string>): Buffer[] {
  const given = [
    Buffer.alloc(0),
    Buffer.alloc(32),
    ...Array.from(values, (text) => Buffer.from(text)),
  ];
  const derived = given.flatMap((key) =>
    PURPOSES.map((purpose) =>
      Buffer.from(hkdfSync('sha256', key, '', `letterslot/${purpose}`, 32)),
    ),
  );
  return [...given, ...derived];
}

/** All dictionary addresses whose hash, under one of these keys, is in the database. */
function match(values: Set<string>, keys: readonly Buffer[]): string[] {
  return DICTIONARY.filter((email) => {
    const address = parseEmailAddress(email);
    assert.ok(address);
    const texts = [address, quotaAddress(address)];
    return texts.some((text) => {
      const inputs = [text, `${text.length}:${text}`];
      const digests = inputs.flatMap((input) => [
        createHash('sha256').update(input).digest(),
        createHash('sha1').update(input).digest(),
        createHash('md5').update(input).digest(),
        ...keys.map((key) => createHmac('sha256', key).update(input).digest()),
      ]);
      return digests.flatMap(spellings).some((spelling) => values.has(spelling));
    });
  });
}

it('the database alone shows no address, alias, token or key of a retry', async (test) => {
  const { folder, secrets } = await steal(test);
  assert.deepEqual(findHidden(filesIn(folder), Object.fromEntries(secrets.entries())), []);
});

it('the database alone gives no address of a dictionary, under any key found in it', async (test) => {
  const { values } = await steal(test);
  assert.ok(values.size > 20, 'the tables were read');
  assert.deepEqual(match(values, guessKeys(values)), []);
});

it('the sealing keys do not find addresses by their hashes', async (test) => {
  const { values, sealingKey } = await steal(test);
  const keys = guessKeys([sealingKey.toString('base64url')]);
  assert.deepEqual(match(values, [sealingKey, ...keys]), []);
});

it('the index key finds addresses by their hashes, so the search works', async (test) => {
  const { values, indexKey } = await steal(test);
  const keys = PURPOSES.map((purpose) =>
    Buffer.from(hkdfSync('sha256', indexKey, '', `letterslot/${purpose}`, 32)),
  );
  assert.deepEqual(match(values, keys), ADDRESSES);
});

it('two deployments hash the same address differently', async (test) => {
  const [first, second] = [await steal(test), await steal(test)];
  const hashes = (stolen: Stolen) =>
    ADDRESSES.map((email) => {
      const address = parseEmailAddress(email);
      assert.ok(address);
      const keyring = new Keyring([{ id: 'k1', secret: stolen.sealingKey }], stolen.indexKey);
      const { owner } = identifyInbox(keyring, address);
      assert.ok(stolen.values.has(owner));
      return owner;
    });
  assert.ok(hashes(first).every((hash) => !second.values.has(hash)));
  assert.ok(hashes(second).every((hash) => !first.values.has(hash)));
});
