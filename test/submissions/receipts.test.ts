import assert from 'node:assert/strict';
import { it } from 'node:test';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { toCanonicalFields } from '../../src/submissions/receipts/receipt.ts';
import { inStep } from '../support/in-step.ts';
import { startService, type TestService } from '../support/service.ts';
import type { ReceivedMail } from '../support/smtp-sink.ts';

const FIELDS = { name: 'Ada Lovelace', message: 'Hello\nthere, Größe 日本', _subject: 'Hi' };

/** The receipt in the header of a mail, unfolded. */
const receiptIn = (mail: ReceivedMail | undefined) =>
  mail?.email.headers
    .filter(({ key }) => key === 'letterslot-receipt')
    .map(({ value }) => value.replaceAll(/\s/g, ''));

/** The root that a receipt is signed with, read by a library without knowledge of the service. */
async function readRoot({ request }: TestService, receipt: string): Promise<string> {
  const { json } = await request('/.well-known/jwks.json');
  const jws = receipt.split('~')[0] ?? '';
  const keys = createLocalJWKSet(json as JSONWebKeySet);
  const { payload, protectedHeader } = await compactVerify(jws, keys, { algorithms: ['EdDSA'] });
  assert.equal(protectedHeader.typ, 'letterslot-receipt-root+jwt');
  return (JSON.parse(Buffer.from(payload).toString()) as { root: string }).root;
}

const decode = (part: string | undefined) => Buffer.from(part ?? '', 'base64url');

async function sha256(...parts: Uint8Array[]): Promise<Buffer> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.concat(parts)));
}

/** The root over the claims of a receipt, as its path says. */
async function computeRoot(receipt: string): Promise<string> {
  const [, claims, path] = receipt.split('~');
  let node = await sha256(Buffer.of(0), decode(claims));
  for (let steps = decode(path); steps.length > 0; steps = steps.subarray(33)) {
    const sibling = steps.subarray(1, 33);
    node = await sha256(Buffer.of(1), ...(steps[0] === 0 ? [sibling, node] : [node, sibling]));
  }
  return node.toString('base64url');
}

// Guarantee: Receipts
it('a delivery receipt is in answer and mail, and an independent library verifies it', async (test) => {
  const service = await startService(test);
  const { form_id } = await service.activeRoute();
  const before = Math.floor(Date.now() / 1000);
  const { json } = await service.submit(form_id, FIELDS);
  const [mail] = service.sink.mails;
  assert.deepEqual(receiptIn(mail), [json.receipt]);
  const delivery = mail?.email.headers.find(({ key }) => key === 'letterslot-delivery');
  assert.equal(delivery?.value, json.delivery_id);
  assert.equal(await readRoot(service, json.receipt), await computeRoot(json.receipt));
  const payload = JSON.parse(decode(json.receipt.split('~')[1]).toString());
  assert.equal(payload.iss, service.url);
  assert.equal(payload.jti, json.delivery_id);
  assert.match(json.delivery_id, /^msg_[\da-f-]{36}$/);
  assert.equal(payload.form_id, form_id);
  assert.ok(payload.iat >= before && payload.iat <= Date.now() / 1000);
  const canonical = '[["name","Ada Lovelace"],["message","Hello\\nthere, Größe 日本"]]';
  const digest = await sha256(decode(payload.salt), Buffer.from(canonical));
  assert.equal(payload.fields_sha256, digest.toString('base64url'));
});

it('the receipts of submissions that are under way together share one signature', async (test) => {
  const service = await startService(test, {}, { wrapStore: inStep(20) });
  const { form_id } = await service.activeRoute();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_none, at) => service.submit(form_id, { message: `Hello ${at}` })),
  );
  const receipts = answers.map(({ json }) => String(json.receipt));
  assert.equal(new Set(receipts).size, 20);
  assert.equal(new Set(receipts.map((receipt) => receipt.split('~')[0])).size, 1);
  for (const receipt of receipts) {
    assert.equal(await readRoot(service, receipt), await computeRoot(receipt));
  }
  assert.deepEqual(
    service.sink.mails.flatMap((mail) => receiptIn(mail) ?? []).toSorted(),
    receipts.toSorted(),
  );
});

it('the key of delivery receipts may be cached for an hour', async (test) => {
  const { request } = await startService(test);
  const { headers, json } = await request('/.well-known/jwks.json');
  assert.equal(headers.get('cache-control'), 'public, max-age=3600');
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.deepEqual(Object.keys(json.keys[0]).toSorted(), 'alg crv kid kty use x'.split(' '));
});

it('a delivery receipt that is altered or of another deployment is refused by the library', async (test) => {
  const [service, other] = [await startService(test), await startService(test)];
  const { form_id } = await service.activeRoute();
  const { receipt } = (await service.submit(form_id, FIELDS)).json;
  const [jws, claims, path] = receipt.split('~');
  const changed = decode(claims).toString().replace('cfm_', 'cfm_2');
  const altered = [jws, Buffer.from(changed).toString('base64url'), path].join('~');
  const root = await computeRoot(altered);
  assert.notEqual(await readRoot(service, altered), root);
  const [header, , signature] = jws.split('.');
  const payload = Buffer.from(JSON.stringify({ root })).toString('base64url');
  const forged = [header, payload, signature].join('.');
  await assert.rejects(readRoot(service, forged), /signature verification failed/);
  await assert.rejects(readRoot(other, receipt), /no applicable key/);
});

it('a trapped, refused or undelivered submission gets no receipt', async (test) => {
  const { activeRoute, submit, sink } = await startService(test);
  const { form_id } = await activeRoute();
  const trapped = await submit(form_id, { ...FIELDS, _gotcha: 'x' });
  assert.equal(trapped.status, 200);
  sink.refuseWith({ code: 451, text: 'not now' });
  const failed = await submit(form_id, FIELDS);
  assert.equal(failed.status, 503);
  for (const { json } of [trapped, failed, await submit(form_id, { message: ' ' })]) {
    assert.equal('receipt' in json || 'delivery_id' in json, false);
  }
});

it('a delivery receipt has fields in their order, without blanks at the ends of lines', () => {
  const facts = ['b', 'a', 'Z'].map((label, at) => ({ label, value: `${at} \t\n ${at}\n \n.` }));
  assert.equal(
    toCanonicalFields(facts),
    String.raw`[["b","0\n 0\n\n."],["a","1\n 1\n\n."],["Z","2\n 2\n\n."]]`,
  );
  const begun = performance.now();
  toCanonicalFields([{ label: 'a', value: `${' '.repeat(200_000)}.\n` }]);
  assert.ok(performance.now() - begun < 1_000);
});
