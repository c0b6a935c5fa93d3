import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ERROR_CODES } from '../../src/contract/error-codes.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { LANGUAGES, wordsOf } from '../../src/catalogs/languages.ts';
import { startService } from '../support/service.ts';

const htmlIn = (language: string) => ({ accept: 'text/html', 'accept-language': language });

describe('the language of answers', () => {
  for (const language of LANGUAGES)
    it(`pages in ${language} declare their language`, async (test) => {
      const { submit, activeRoute } = await startService(test);
      const { form_id } = await activeRoute();
      const page = await submit(form_id, { message: 'Hello' }, htmlIn(`${language};q=0.9`));
      const tag = wordsOf(language).tag;
      assert.equal(page.headers.get('content-language'), tag);
      assert.equal(page.headers.get('vary'), 'Accept, Accept-Language, Origin');
      assert.match(page.text, new RegExp(`<html lang="${tag}">`));
      assert.ok(page.text.includes(`<h1>${wordsOf(language).accepted.title}</h1>`));
    });

  it('a client that names no language gets the English sentences of the contract', async (test) => {
    const { submit, activeRoute } = await startService(test);
    const { form_id } = await activeRoute();
    for (const headers of [{}, { 'accept-language': '*' }, { 'accept-language': 'en-GB' }]) {
      const { json } = await submit(form_id, { message: 'Hello' }, headers);
      assert.equal(json.message, 'Thank you. Your message was received.');
      const refused = await submit(form_id, {}, headers);
      assert.equal(refused.json.message, ERROR_CODES.submission_empty.message);
      const none = await submit('cfm_AAAABBBBCCCCDDDD', { message: 'x' }, headers);
      assert.equal(none.json.message, ERROR_CODES.route_not_found.message);
      assert.equal(none.headers.get('vary'), 'Accept, Accept-Language, Origin');
    }
  });

  it('JSON answers to submissions are in the language of the form, else in that of the client', async (test) => {
    const service = await startService(test);
    const [plain, german] = [await service.activeRoute(), await service.activeRoute()];
    await service.putSettings(german, { language: 'de' });
    const french = { 'accept-language': 'fr-CH, fr;q=0.9, en;q=0.8' };
    for (const [form, language] of [
      [plain, 'fr'],
      [german, 'de'],
    ] as const) {
      const { accepted, visitor } = wordsOf(language);
      const { json } = await service.submit(form.form_id, { message: 'Hello' }, french);
      assert.equal(json.message, accepted.thanks);
      const trapped = await service.submit(form.form_id, { message: 'x', _gotcha: 'x' }, french);
      assert.equal(trapped.json.message, accepted.thanks);
      const { status, json: refused } = await service.submit(form.form_id, {}, french);
      assert.deepEqual(
        [status, refused.error, refused.message],
        [400, 'submission_empty', visitor.submission_empty.message],
      );
      assert.deepEqual(refused.errors, [{ message: visitor.submission_empty.message }]);
    }
    const dry = await service.submit(german.form_id, { message: 'x', _dry_run: '1' });
    assert.match(dry.json.message, /^[\x20-\x7e]+$/, 'what developers read is in English');
    await service.putSettings(german, { language: 'de', success_message: 'Ahoy' });
    assert.equal((await service.submit(german.form_id, { message: 'x' })).json.message, 'Ahoy');
  });

  it('field errors are in the reader’s language, with the same codes', async (test) => {
    const service = await startService(test);
    const form = await service.activeRoute();
    const fields = [
      { name: 'name', required: true },
      { name: 'email', type: 'email' },
      { name: 'seats', type: 'number', min: 2 },
    ];
    await service.putSettings(form, { fields });
    for (const language of LANGUAGES) {
      const { fields: words, visitor } = wordsOf(language);
      const { status, json } = await service.submit(
        form.form_id,
        { email: 'x', seats: '1' },
        { 'accept-language': language },
      );
      assert.deepEqual([status, json.error], [422, 'submission_invalid']);
      const { message } =
        language === 'en' ? ERROR_CODES.submission_invalid : visitor.submission_invalid;
      assert.equal(json.message, message);
      assert.deepEqual(json.errors, [
        { field: 'name', code: 'valueMissing', message: words.valueMissing.text },
        { field: 'email', code: 'typeMismatch', message: words.typeMismatch.email },
        {
          field: 'seats',
          code: 'rangeUnderflow',
          message: words.rangeUnderflow.number.replace('{min}', '2'),
        },
      ]);
    }
  });

  it('a visitor who has to wait reads for how many seconds, in each language', async (test) => {
    const service = await startService(test, { SUBMIT_RATE_PER_MINUTE: '60/1' });
    const { form_id } = await service.activeRoute();
    await service.submit(form_id, { message: 'Hello' });
    for (const language of LANGUAGES) {
      const headers = { 'accept-language': language };
      const { status, json } = await service.submit(form_id, { message: 'x' }, headers);
      assert.equal(status, 429);
      assert.ok(json.message.includes(String(json.retry_after_seconds)), json.message);
      assert.equal(json.message.includes('seconds'), language === 'en');
    }
  });

  it('error pages are in the reader’s language, for visitors and owners', async (test) => {
    const { submit, request } = await startService(test);
    const visitor = await submit('cfm_AAAABBBBCCCCDDDD', { message: 'x' }, htmlIn('fr-FR'));
    assert.equal(visitor.status, 404);
    assert.match(visitor.text, /<h1>Formulaire introuvable<\/h1>/);
    const owner = await request('/v1/routes/verify?token=garbage', { headers: htmlIn('es') });
    assert.equal(owner.status, 401);
    assert.match(owner.text, /<h1>Enlace no válido<\/h1>/);
  });

  it('every language keeps undelivered and doubtful messages apart', async (test) => {
    const { submit, activeRoute, sink } = await startService(test);
    const { form_id } = await activeRoute();
    sink.vanishAfterData(true);
    const doubtful = await submit(form_id, { message: 'Hallo' }, htmlIn('de'));
    assert.equal(doubtful.status, 503);
    assert.match(doubtful.text, /möglicherweise nicht zugestellt/);
    sink.vanishAfterData(false);
    sink.refuseWith({ code: 451, text: 'no' });
    const refused = await submit(form_id, { message: 'Hallo' }, htmlIn('de'));
    assert.equal(refused.status, 503);
    assert.match(refused.text, /<h1>Nachricht nicht gesendet<\/h1>/);
  });

  it('a form with too many fields is explained in the reader’s language', async (test) => {
    const { request, activeRoute } = await startService(test);
    const { form_id } = await activeRoute();
    const body = new URLSearchParams('f=x&'.repeat(LIMITS.submissionFields + 1));
    const headers = htmlIn('zh-CN');
    const answer = await request(`/f/${form_id}`, { method: 'POST', headers, body });
    assert.equal(answer.status, 413);
    assert.match(answer.text, /此表单的字段超过 200 个/);
  });
});

it('the thanks page is for everyone, and HEAD has its headers', async (test) => {
  const { request } = await startService(test);
  const page = await request('/thanks', { headers: htmlIn('de') });
  assert.equal(page.status, 200);
  assert.match(page.text, /<h1>Ihre Nachricht<\/h1>/);
  assert.doesNotMatch(page.text, /Vielen Dank/, 'it thanks somebody who sent nothing');
  const json = await request('/thanks', { headers: { accept: 'application/json' } });
  assert.match(json.headers.get('content-type') ?? '', /^text\/html/);
  const head = await request('/thanks', { method: 'HEAD', headers: htmlIn('de') });
  assert.equal(head.headers.get('content-language'), 'de');
  assert.equal(head.text, '');
});
