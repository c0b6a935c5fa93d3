import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { RECEIPT_TYPE, toCanonicalFields } from '../../src/domain/receipts/receipt.ts';
import { startService, type TestService } from '../support/service.ts';
import type { ReceivedMail } from '../support/smtp-sink.ts';

const FIELDS = { name: 'Ada Lovelace', message: 'Hello\nthere, Größe 日本', _subject: 'Hi' };

/** The receipt in the header of a mail, unfolded. */
const receiptIn = (mail: ReceivedMail | undefined) =>
  mail?.email.headers
    .filter(({ key }) => key === 'letterslot-receipt')
    .map(({ value }) => value.replaceAll(/\s/g, ''));

/** What a library without knowledge of the service reads in a receipt, with the served keys. */
async function verifyWithLibrary({ request }: TestService, receipt: string) {
  const { json } = await request('/.well-known/jwks.json');
  return jwtVerify(receipt, createLocalJWKSet(json as JSONWebKeySet), {
    algorithms: ['EdDSA'],
    typ: RECEIPT_TYPE,
  });
}

async function sha256(...parts: Uint8Array<ArrayBuffer>[]): Promise<string> {
  const bytes = await new Blob(parts).arrayBuffer();
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64url');
}

describe('a delivery receipt', () => {
  it('a delivery receipt is in answer and mail, and an independent library verifies it', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const before = Math.floor(Date.now() / 1000);
    const { json } = await service.submit(form_id, FIELDS);
    const [mail] = service.sink.mails;
    assert.deepEqual(receiptIn(mail), [json.receipt]);
    assert.ok(mail?.email.text?.split('\n-- \n')[1]?.includes(`Delivery ${json.delivery_id},`));
    const { payload } = await verifyWithLibrary(service, json.receipt);
    assert.equal(payload.iss, service.url);
    assert.equal(payload.jti, json.delivery_id);
    assert.match(json.delivery_id, /^msg_[\da-f-]{36}$/);
    assert.equal(payload['form_id'], form_id);
    assert.ok(Number(payload.iat) >= before && Number(payload.iat) <= Date.now() / 1000);
    const salt = Uint8Array.from(Buffer.from(String(payload['fields_salt']), 'base64url'));
    const canonical = '[["message","Hello\\nthere, Größe 日本"],["name","Ada Lovelace"]]';
    assert.equal(payload['fields_sha256'], await sha256(salt, new TextEncoder().encode(canonical)));
  });

  it('the key of delivery receipts may be cached for an hour', async (test) => {
    const { request } = await startService(test);
    const { headers, json } = await request('/.well-known/jwks.json');
    assert.equal(headers.get('cache-control'), 'public, max-age=3600');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.deepEqual(Object.keys(json.keys[0]).toSorted(), [
      'alg',
      'crv',
      'kid',
      'kty',
      'use',
      'x',
    ]);
  });

  it('a delivery receipt that is altered or of another deployment is refused by the library', async (test) => {
    const [service, other] = [await startService(test), await startService(test)];
    const { form_id } = await service.activeRoute();
    const { receipt } = (await service.submit(form_id, FIELDS)).json;
    const [header, payload, signature] = receipt.split('.');
    const claims = Buffer.from(payload, 'base64url').toString().replace('cfm_', 'cfm_2');
    const altered = [header, Buffer.from(claims).toString('base64url'), signature].join('.');
    await assert.rejects(verifyWithLibrary(service, altered), /signature verification failed/);
    await assert.rejects(verifyWithLibrary(other, receipt), /no applicable key/);
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

  it('a delivery receipt orders fields by label, then value, in code units', () => {
    const facts = ['b', 'a', 'Z', 'é', '😀', '\uff5e', 'a'].map((label, at) => ({
      label,
      value: String(9 - at),
    }));
    assert.equal(
      toCanonicalFields(facts),
      '[["Z","7"],["a","3"],["a","8"],["b","9"],["é","6"],["😀","5"],["～","4"]]',
    );
  });
});
