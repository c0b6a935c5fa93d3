// Checks a receipt: node check-receipt.mjs RECEIPT SERVICE_URL [CANONICAL_FIELDS]
import { createHash, createPublicKey, verify } from 'node:crypto';

const [receipt, service, fields] = process.argv.slice(2);
const [jws, claims, path, salt] = receipt.split('~');
const [header, payload, signature] = jws.split('.');
const octets = (text) => Buffer.from(text, 'base64url');
const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();

const { alg, kid, typ } = JSON.parse(octets(header));
const { keys } = await (await fetch(`${service}/.well-known/jwks.json`)).json();
const key = createPublicKey({ key: keys.find((one) => one.kid === kid), format: 'jwk' });
const signed = verify(null, Buffer.from(`${header}.${payload}`), key, octets(signature));

let hash = sha256(Buffer.of(0), octets(claims));
for (let steps = octets(path); steps.length > 0; steps = steps.subarray(33)) {
  const sibling = steps.subarray(1, 33);
  hash = sha256(Buffer.of(1), ...(steps[0] === 0 ? [sibling, hash] : [hash, sibling]));
}
const said = JSON.parse(octets(claims));
const digest = sha256(octets(said.salt ?? salt ?? ''), Buffer.from(fields ?? ''));
const proven =
  signed &&
  said.v === 1 &&
  alg === 'EdDSA' &&
  typ === 'letterslot-receipt-root+jwt' &&
  said.iss === service &&
  hash.equals(octets(JSON.parse(octets(payload)).root)) &&
  (fields === undefined || digest.equals(octets(said.fields_sha256)));
console.log(proven ? said : 'not proven');
process.exit(proven ? 0 : 1);
