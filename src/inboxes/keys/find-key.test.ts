import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeKey } from '../../../test/support/openpgp-key.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import { keyUrlsOf, type FileSource } from './find-key.ts';
import { EncryptionKeys } from './index.ts';

const EMAIL = 'ada@example.com' as EmailAddress;
const DAY = 86_400_000;

/** Looks for the key of EMAIL where the directory answers like this. */
const findWith = (fetchBytes: FileSource['fetchBytes'], email = EMAIL) =>
  new EncryptionKeys(Date, { take: async () => undefined }, { fetchBytes }).find(email, 'i');

const findIn = (bytes: Uint8Array) => findWith(async () => Buffer.from(bytes));

const gone = Object.assign(new Error('no such host'), { code: 'ENOTFOUND' });

it('the places of a key are those of the draft’s example', () => {
  const file = 'iy9q119eutrkn8s1mk4r39qejnbu3n5q?l=Joe.Doe';
  assert.deepEqual(keyUrlsOf('Joe.Doe@example.org' as EmailAddress), [
    `https://openpgpkey.example.org/.well-known/openpgpkey/example.org/hu/${file}`,
    `https://example.org/.well-known/openpgpkey/hu/${file}`,
  ]);
});

it('the local part cannot leave its place in the URL', () => {
  const urls = keyUrlsOf("a/../?b#c&l='%@example.com" as EmailAddress);
  for (const url of urls) {
    assert.match(url, /\/hu\/[a-z0-9]{32}\?l=a%2F\.\.%2F%3Fb%23c%26l%3D'%25$/);
  }
});

it('the direct method is used if the host of the advanced one does not answer', async () => {
  const { publicKey } = await makeKey(EMAIL);
  const asked: string[] = [];
  const found = await findWith(async (url, bytes) => {
    asked.push(url);
    assert.equal(bytes, LIMITS.keyAnswerBytes);
    if (asked.length === 1) throw gone;
    return Buffer.from(publicKey.write());
  });
  assert.deepEqual(asked, keyUrlsOf(EMAIL));
  assert.equal(found.fingerprint, publicKey.getFingerprint().toUpperCase());
});

it('no directory is asked for an address whose domain has no public suffix', async () => {
  let count = 0;
  const fetchBytes = async () => {
    count += 1;
    return undefined;
  };
  for (const domain of ['kubernetes.default', 'nas.lan', 'foo.notatld', 'co.uk']) {
    const email = `ada@${domain}` as EmailAddress;
    await assert.rejects(findWith(fetchBytes, email), { code: 'not_found' });
  }
  assert.equal(count, 0);
});

it('a directory that has no key is asked once', async () => {
  let count = 0;
  await assert.rejects(
    findWith(async () => {
      count += 1;
      return undefined;
    }),
    { code: 'not_found', message: /publishes no OpenPGP key/ },
  );
  assert.equal(count, 1);
});

it('a host that does not answer is said to be silent', async () => {
  await assert.rejects(
    findWith(() => Promise.reject(gone)),
    {
      code: 'not_found',
      message: /does not answer/,
    },
  );
});

it('a key that names another address is not taken', async () => {
  const { publicKey } = await makeKey('eve@example.com');
  await assert.rejects(findIn(publicKey.write()), { message: /publishes no OpenPGP key/ });
});

it('a key that names the address by a name that it did not sign is not taken', async () => {
  const [other, own] = [await makeKey('eve@example.com'), await makeKey(EMAIL)];
  const { users } = other.publicKey;
  const [named] = own.publicKey.users;
  assert.ok(named);
  users.push(named);
  const bytes = other.publicKey.write();
  await assert.rejects(findIn(bytes), { code: 'not_found' });
});

it('other names and the signatures of others are left out of what is found', async () => {
  const userIDs = [{ email: 'secret@example.org' }, { name: 'Ada', email: 'ADA@example.com' }];
  const { publicKey } = await makeKey(EMAIL, { userIDs });
  const other = await makeKey('x@example.com');
  const signed = await publicKey.signAllUsers([other.privateKey]);
  const found = await findIn(signed.write());
  assert.deepEqual(found.user_ids, ['Ada <ADA@example.com>']);
  assert.ok(found.key.length < publicKey.armor().length);
});

it('the key that can be used is found next to an expired one', async () => {
  const date = new Date(Date.now() - 9 * DAY);
  const old = await makeKey(EMAIL, { date, keyExpirationTime: 86_400 });
  const current = await makeKey(EMAIL);
  const both = Buffer.concat([old.publicKey.write(), current.publicKey.write()]);
  const found = await findIn(both);
  assert.equal(found.fingerprint, current.publicKey.getFingerprint().toUpperCase());
  await assert.rejects(findIn(old.publicKey.write()), { message: /has expired/ });
});

it('a private key, a page and an empty file are refused with a sentence', async () => {
  const { privateKey, armored } = await makeKey(EMAIL);
  await assert.rejects(findIn(privateKey.write()), { message: /private key/ });
  await assert.rejects(findIn(Buffer.from('<html>404</html>')), { message: /is damaged/ });
  await assert.rejects(findIn(Buffer.alloc(0)), { message: /publishes no OpenPGP key/ });
  assert.equal((await findIn(Buffer.from(armored))).user_ids.length, 1);
});
