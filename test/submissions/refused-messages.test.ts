import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService } from '../support/service.ts';

const AGAIN = /the same message will be refused again/;

it('a refused submission says whether the same message will be refused again', async (test) => {
  const service = await startService(test);
  const { form_id } = await service.activeRoute();
  const refuse = async (code: number, headers: Record<string, string> = {}) => {
    service.sink.refuseWith({ code, text: 'no' });
    const answer = await service.submit(form_id, { message: 'x' }, headers);
    assert.equal(answer.status, 503);
    return answer;
  };
  for (const code of [550, 552, 554]) {
    const { json } = await refuse(code, { accept: 'application/json' });
    assert.deepEqual([json.error, json.retryable], ['delivery_failed', true]);
    assert.match(json.message, AGAIN);
  }
  for (const code of [451, 452, 530]) {
    const { json } = await refuse(code, { accept: 'application/json' });
    assert.deepEqual([json.error, json.retryable], ['delivery_failed', true]);
    assert.match(json.message, /Please try again later/);
  }
  const page = await refuse(550, { accept: 'text/html', 'accept-language': 'fr' });
  assert.match(page.text, /il sera encore refusé/);
  service.sink.refuseWith(undefined);
  assert.equal((await service.submit(form_id, { message: 'x' })).status, 200);
});

it('a submission refused as too large says so, before and after its size is known', async (test) => {
  const service = await startService(test);
  service.sink.announceSize(20_000);
  const { form_id } = await service.activeRoute();
  const large = { message: 'x'.repeat(30_000) };
  const { status, json } = await service.submit(form_id, large, { accept: 'application/json' });
  assert.equal(status, 503);
  assert.deepEqual([json.error, json.retryable], ['delivery_failed', true]);
  assert.match(json.message, /larger than the receiving server takes/);
  const html = { accept: 'text/html', 'accept-language': 'de' };
  assert.match((await service.submit(form_id, large, html)).text, /größer, als der empfangende/);
  assert.equal((await service.submit(form_id, { message: 'x' })).status, 200);
  assert.match(service.logText(), /"reason":"EMESSAGE","replyCode":552/);
});
