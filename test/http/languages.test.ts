import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ERROR_CODES } from '../../src/contract/error-codes.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { LANGUAGES, wordsOf } from '../../src/catalogs/languages.ts';
import { startService } from '../support/service.ts';

const htmlIn = (language: string) => ({ accept: 'text/html', 'accept-language': language });

describe('the language of answers', () => {
  for (const language of LANGUAGES) {
    it(`pages in ${language} declare their language`, async (test) => {
      const { submit, activeRoute } = await startService(test);
      const { form_id } = await activeRoute();
      const page = await submit(form_id, { message: 'Hello' }, htmlIn(`${language};q=0.9`));
      const tag = wordsOf(language).tag;
      assert.equal(page.headers.get('content-language'), tag);
      assert.equal(page.headers.get('vary'), 'Accept, Accept-Language');
      assert.match(page.text, new RegExp(`<html lang="${tag}">`));
      assert.ok(page.text.includes(`<h1>${wordsOf(language).accepted.title}</h1>`));
    });
  }

  it('JSON answers are in English, whatever the client reads', async (test) => {
    const { submit } = await startService(test);
    const answer = await submit(
      'cfm_AAAABBBBCCCCDDDD',
      { message: 'x' },
      { 'accept-language': 'de' },
    );
    assert.equal(answer.json.message, ERROR_CODES.route_not_found.message);
    assert.equal(answer.headers.get('content-language'), null);
    assert.equal(answer.headers.get('vary'), 'Accept, Accept-Language');
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

describe('the thanks page', () => {
  it('the thanks page is for everyone, and HEAD has its headers', async (test) => {
    const { request } = await startService(test);
    const page = await request('/thanks', { headers: htmlIn('de') });
    assert.equal(page.status, 200);
    assert.match(page.text, /<h1>Nachricht gesendet<\/h1>/);
    const json = await request('/thanks', { headers: { accept: 'application/json' } });
    assert.match(json.headers.get('content-type') ?? '', /^text\/html/);
    const head = await request('/thanks', { method: 'HEAD', headers: htmlIn('de') });
    assert.equal(head.headers.get('content-language'), 'de');
    assert.equal(head.text, '');
  });
});
