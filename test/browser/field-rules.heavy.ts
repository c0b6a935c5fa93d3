import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, it } from 'node:test';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import type { FormField } from '../../src/contract/form-field.ts';
import { checkFields } from '../../src/fields/check-fields.ts';
import { isMoment } from '../../src/fields/moments.ts';
import { parseSettings } from '../../src/forms/settings/parse-settings.ts';
import { WIDEST_LIMITS } from '../../src/forms/settings/setting-rules.ts';
import { startBrowser } from '../support/browser.ts';
import { listOf } from '../support/list-of.ts';
import { ENTERED, TYPED, type Entered } from './field-values.ts';

/** What Chromium has of an entered value: what it would post, and why it would not. */
interface Judged {
  posted: string[];
  codes: string[];
}

/** The same values in every run. */
const SEED = 18;

function codesOf(field: FormField, values: readonly string[]): string[] {
  const faults = checkFields({ fields: [field] }, new Map([['f', values]]));
  return [...new Set(faults.map(({ code }) => code))].sort();
}

function isSetting({ field }: Entered): boolean {
  try {
    parseSettings({ fields: [field] }, { path: '', limits: WIDEST_LIMITS });
    return true;
  } catch {
    return false;
  }
}

/** A browser holds no text that is no number or date, and posts nothing; the server is sent one. */
const cannotHold = ({ field, values: [text = ''] }: Entered, [held = '']: readonly string[]) =>
  (field.type === 'number' || isMoment(field.type ?? 'text')) && held === '' && text !== '';

/** Fails unless the server finds the browser's faults, both in posted and in entered values. */
function compare(all: readonly Entered[], judged: readonly Judged[]): Set<string> {
  const differences = all.flatMap((entered, at) => {
    const { field, values } = entered;
    const { posted = [], codes = [] } = judged[at] ?? {};
    // Forms post line breaks as CRLF.
    const ofPosted = codesOf(
      field,
      posted.map((text) => text.replaceAll('\n', '\r\n')),
    );
    const ofEntered = codesOf(field, values);
    const wanted = cannotHold(entered, posted) ? 'badInput' : codes.join();
    const isEqual = ofPosted.join() === codes.join() && ofEntered.join() === wanted;
    return isEqual ? [] : [{ field, values, posted, codes, ofPosted, ofEntered }];
  });
  assert.deepEqual(differences.slice(0, 5), [], `${differences.length} differ`);
  return new Set(judged.flatMap(({ codes }) => codes));
}

const ask = (page: Page, call: string): Promise<Judged[]> => page.evaluate(call);

const browser = await startBrowser({ after });
const { page } = await browser.visit();
await page.addScriptTag({ path: join(import.meta.dirname, 'judge-values.js') });

// Guarantee: Spam and limits
it('the check of fields finds what Chromium finds, in 3,000 values of all types and attributes', async () => {
  const all = fc.sample(ENTERED, { numRuns: 3_200, seed: SEED }).filter(isSetting);
  assert.ok(all.length >= 3_000, `${all.length} of the fields are settings`);
  const found = compare(all, await ask(page, `judgeAll(${JSON.stringify(all)})`));
  const ALL = ['patternMismatch', 'rangeOverflow', 'rangeUnderflow', 'stepMismatch'];
  assert.deepEqual([...found].sort(), [...ALL, 'typeMismatch', 'valueMissing']);
});

it('the check of fields takes the domains of addresses that Chromium takes, in any script', async () => {
  const domains = [
    ...listOf(`
      müller.de MÜLLER.de münchen.köln 例え.テスト пример.рф müller。de faß.de mixедscript.example
      😀.example -ü.de ü-.de ü_b.de ü%41.de ü..de .ü.de ü xn--a xn--mller-kva.de １２７.1
      שלום.co.il ü.de. ü/x.de ü:1
    `),
    'a\u00adü.de',
    'b\u212a.de',
    `${'ü'.repeat(60)}.de`,
    `${'ü.'.repeat(130)}de`,
  ];
  const addresses = [...domains.map((domain) => `info@${domain}`), 'jörg@example.com', 'ü@ü@ü'];
  const one = addresses.map((address) => ({ field: { type: 'email' }, values: [address] }));
  const two = domains.map((domain) => ({
    field: { type: 'email', multiple: true },
    values: [`a@b.c, info@${domain}`],
  }));
  const urls = domains.map((domain) => ({
    field: { type: 'url' },
    values: [`https://${domain}/ä`],
  }));
  const entered = (all: readonly { field: object; values: string[] }[]) =>
    all.map((each) => ({ ...each, field: { name: 'f', ...each.field } })) as Entered[];
  // Chromium converts what is typed.
  const typed = entered([...one, ...two]);
  const empty = typed.map(({ field }) => ({ field, values: [''] }));
  await page.evaluate(`prepareAll(${JSON.stringify(empty)})`);
  for (const [at, { values }] of typed.entries()) {
    await page.evaluate(`focusOn(${at})`);
    await page.keyboard.insertText(values[0] ?? '');
  }
  compare(typed, await ask(page, 'judgeTyped()'));
  const links = entered(urls);
  compare(links, await ask(page, `judgeAll(${JSON.stringify(links)})`));
});

it('the check of fields counts lengths as Chromium does, in 100 texts that were typed', async () => {
  const all = fc.sample(TYPED, { numRuns: 130, seed: SEED }).filter(isSetting).slice(0, 100);
  assert.equal(all.length, 100);
  const last = (text: string) => Array.from(text).at(-1) ?? '';
  const begun = all.map(({ field, values: [text = ''] }) => ({
    field,
    values: [text.slice(0, text.length - last(text).length)],
  }));
  await page.evaluate(`prepareAll(${JSON.stringify(begun)})`);
  for (const [at, { values }] of all.entries()) {
    await page.evaluate(`focusOn(${at})`);
    await page.keyboard.insertText(last(values[0] ?? ''));
  }
  const found = compare(all, await ask(page, 'judgeTyped()'));
  assert.ok(found.has('tooLong') && found.has('tooShort'), [...found].join());
});
