import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { explainError } from '../../src/web/pages/error-page.ts';
import { LANGUAGES, wordsOf } from '../../src/catalogs/languages.ts';
import { ERROR_CODES, errorRow, type ErrorVariant } from '../../src/contract/error-codes.ts';
import { operationOf } from '../../src/contract/operations.ts';
import { anchorsOf } from '../support/markdown.ts';
import { startService, type RequestOptions } from '../support/service.ts';

const PAGE = join(import.meta.dirname, '../../docs/api/errors.md');

const BROWSER_LANGUAGES = { en: 'en-GB,en;q=0.9', de: 'de', es: 'es', fr: 'fr', zh: 'zh-CN' };

/** Codes and words for developers, and ways back that only a page of the service has. */
const NOT_FOR_VISITORS =
  /[`{}"_]|JSON|urlencoded|multipart|UTF-8|charset|Idempotency|errors|API|back button|go back|zurück|arrière|atrás|返回/i;

/** What visitors read, by its name: of each code of a submission, and of each variant. */
function visitorTexts(language: (typeof LANGUAGES)[number]): [name: string, text: string][] {
  const codes = operationOf('submitForm').errors.map((code): [string, string] => [
    code,
    explainError(language, 'visitor', { code, field: 'page' }),
  ]);
  const ofVisitors = (name: string) => !/link|change|hand_over|copy|question|other_/.test(name);
  const variants = Object.keys(wordsOf(language).variants).filter(ofVisitors);
  return [
    ...codes,
    ...variants.map((variant): [string, string] => [
      variant,
      explainError(language, 'visitor', {
        code: 'delivery_failed',
        variant: variant as ErrorVariant,
      }),
    ]),
  ];
}

for (const language of LANGUAGES)
  it(`what a refused visitor reads in ${language} makes sense outside of a page, and without an API`, () => {
    const texts = visitorTexts(language);
    assert.ok(texts.length > 35);
    for (const [name, text] of texts) assert.doesNotMatch(text, NOT_FOR_VISITORS, name);
  });

for (const language of LANGUAGES)
  it(`a refused submission has a sentence for its visitor in ${language}, wherever a script looks`, async (test) => {
    const service = await startService(test);
    const fields = [{ name: 'age', label: 'Age', type: 'number', required: true }];
    const strict = await service.activeRoute({ settings: { fields } });
    const { form_id } = await service.activeRoute();
    const headers = { 'accept-language': BROWSER_LANGUAGES[language] };
    const { visitor } = wordsOf(language);
    for (const [form, sent, code] of [
      [form_id, {}, 'submission_empty'],
      ['cfm_AAAABBBBCCCCDDDD', { message: 'x' }, 'route_not_found'],
      [strict.form_id, { age: 'x' }, 'submission_invalid'],
    ] as const) {
      const { json } = await service.submit(form, sent, headers);
      const said = visitor[code].message;
      assert.deepEqual([json.error, json.visitor_message], [code, said]);
      assert.equal(json.message, language === 'en' ? errorRow(code).message : said);
      const [fault] = json.errors;
      const ofField = wordsOf(language).fields.badInput.number;
      assert.equal(fault.message, code === 'submission_invalid' ? ofField : said);
    }
  });

it('each error links to the lines about its code, and names its request in a header', async (test) => {
  const service = await startService(test);
  const { form_id } = await service.activeRoute();
  const asked: [path: string, options: RequestOptions, code: string][] = [
    ['/nothing', {}, 'not_found'],
    ['/v1/routes', { method: 'PUT' }, 'method_not_allowed'],
    ['/v1/routes', { method: 'POST', body: 'x' }, 'invalid_json'],
    ['/v1/routes/cfm_x', {}, 'route_not_found'],
    [`/v1/routes/${form_id}/settings`, {}, 'management_token_required'],
    [`/f/${form_id}`, { method: 'POST', body: new URLSearchParams() }, 'submission_empty'],
  ];
  const page = anchorsOf(readFileSync(PAGE, 'utf8'));
  assert.equal((await fetch(`${service.url}/docs/api/errors`)).status, 200);
  for (const [path, options, code] of asked) {
    const { json, headers } = await service.request(path, options);
    assert.equal(json.error, code, path);
    assert.equal(json.docs, `${service.url}/docs/api/errors#${code}`);
    assert.match(headers.get('x-request-id') ?? '', /^req_/);
    assert.equal(json.visitor_message === undefined, code !== 'submission_empty', path);
  }
  for (const code of Object.keys(ERROR_CODES)) assert.ok(page.has(code), code);
});
