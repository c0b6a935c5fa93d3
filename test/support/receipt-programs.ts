import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomBytes, sign } from 'node:crypto';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { Keyring } from '../../src/platform/secrets/keyring.ts';
import { encryptedForm } from './encrypted-form.ts';
import { inStep } from './in-step.ts';
import { makeKey } from './openpgp-key.ts';
import { OWNER, startService } from './service.ts';

/** The programs that docs/receipts.md offers, by their language. */
const PROGRAMS = { js: 'check-receipt.mjs', python: 'check-receipt.py' };

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString());

const newSecrets = () => ({ sealing: randomBytes(32), index: randomBytes(32) });

const keyringOf = ({ sealing, index }: ReturnType<typeof newSecrets>) =>
  new Keyring([{ id: 'k1', secret: sealing }], index);

/** A receipt for these claims alone. */
function signAlone({ signing }: Keyring, claims: string, header: string): string {
  const leaf = Buffer.concat([Buffer.of(0), Buffer.from(claims, 'base64url')]);
  const root = createHash('sha256').update(leaf).digest('base64url');
  const signed = `${header}.${encode({ root })}`;
  const signature = sign(null, Buffer.from(signed), signing.privateKey).toString('base64url');
  return `${signed}.${signature}~${claims}~`;
}

/** Turns a receipt into forged ones, each of which a correct program refuses. */
function forgeAll(own: Keyring, receipt: string, other: string): Record<string, string> {
  const [jws = '', claims = '', path = ''] = receipt.split('~');
  const [header = ''] = jws.split('.');
  const changed = encode({ ...decode(claims), form_id: 'cfm_22222222222222AA' });
  const flipped = Buffer.from(path, 'base64url');
  flipped[0] = 1 - (flipped[0] ?? 0);
  return {
    'with other claims': [jws, changed, path].join('~'),
    'with the path of another': [jws, claims, other.split('~')[2]].join('~'),
    'without its path': [jws, claims, ''].join('~'),
    'with a sibling on the other side': [jws, claims, flipped.toString('base64url')].join('~'),
    'of another signer': signAlone(keyringOf(newSecrets()), claims, header),
    'of another version': signAlone(own, encode({ ...decode(claims), v: 2 }), header),
    'of another type': signAlone(own, claims, encode({ ...decode(header), typ: 'JWT' })),
    'of another algorithm': signAlone(own, claims, encode({ ...decode(header), alg: 'none' })),
    'of another service': signAlone(own, encode({ ...decode(claims), iss: 'http://x' }), header),
  };
}

/** Runs a program of docs/programs on receipts of a group, of one form, and forged ones. */
export async function checkProgram(
  test: TestContext,
  { language, command }: { language: keyof typeof PROGRAMS; command: string },
): Promise<void> {
  const program = join(import.meta.dirname, '../../docs/programs', PROGRAMS[language]);
  const check = (...args: string[]) =>
    promisify(execFile)(command, [program, ...args], { timeout: 20_000 });

  const secrets = newSecrets();
  const env = {
    SEALING_KEYS: `k1:${secrets.sealing.toString('base64url')}`,
    INDEX_KEY: secrets.index.toString('base64url'),
  };
  const service = await startService(test, env, { wrapStore: inStep(5) });
  const elsewhere = await startService(test);
  const { form_id } = await service.activeRoute();
  const submit = async (name: string): Promise<{ receipt: string; delivery_id: string }> =>
    (await service.submit(form_id, { name, message: 'Größe\n日本 😀' })).json;
  const [ada, bob] = await Promise.all(['Ada', 'Bob', 'Cleo', 'Dora', 'Eve'].map(submit));
  const alone = await submit('Ada');
  assert.ok(ada && bob);
  assert.match(ada.receipt, /~[\w-]{44,}$/, 'a receipt of a group');
  assert.match(alone.receipt, /~$/, 'a receipt alone');

  const fields = '[["name","Ada"],["message","Größe\\n日本 😀"]]';
  for (const { receipt, delivery_id } of [ada, alone]) {
    assert.ok((await check(receipt, service.url)).stdout.includes(delivery_id));
    await check(receipt, service.url, fields);
    await assert.rejects(check(receipt, service.url, '[["name","Ada"]]'), 'other fields');
    const turned = '[["message","Größe\\n日本 😀"],["name","Ada"]]';
    await assert.rejects(check(receipt, service.url, turned), 'another order');
    await assert.rejects(check(receipt, elsewhere.url), 'the keys of another service');
  }
  const { armored } = await makeKey(OWNER);
  const secret = await encryptedForm(service, { type: 'openpgp', key: armored });
  const { receipt: whole } = (await service.submit(secret, { name: 'Ada' })).json;
  const outside = whole.split('~').slice(0, 3).join('~');
  await check(whole, service.url, '[["name","Ada"]]');
  await check(outside, service.url);
  await assert.rejects(
    check(outside, service.url, '[["name","Ada"]]'),
    'fields without their salt',
  );
  const own = keyringOf(secrets);
  const [header = '', claims = ''] = alone.receipt.split(/\..*~(?=.)|~/);
  await check(signAlone(own, claims, header), service.url);
  for (const [name, forged] of Object.entries(forgeAll(own, ada.receipt, bob.receipt))) {
    await assert.rejects(check(forged, service.url), `a receipt ${name} is refused`);
  }
}
