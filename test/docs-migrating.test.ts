import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { RouteResource } from '../src/contract/schemas.ts';
import { codeOf } from './support/markdown.ts';
import { OWNER, startService, type TestService } from './support/service.ts';

const DOCS = join(import.meta.dirname, '../docs');
const guide = readFileSync(join(DOCS, 'migrating.md'), 'utf8');

const THERE = 'https://example.com/thanks';
const VISITOR = 'eva@example.org';

/** A form before migration: its fields besides `email` and `message`, and their effects here. */
interface Moved {
  service: string;
  /** The section that it shares with others; one for it alone unless given. */
  section?: string;
  fields: Record<string, [value: string, effect: string]>;
  /** Where the visitor goes; the page of the service unless given. */
  redirect?: string;
  subject?: string;
}

const WITH_FORMCARRY = 'Formcarry, Formspark, Basin or FormBackend';

const MOVED: readonly Moved[] = [
  {
    service: 'Formspree',
    fields: {
      _replyto: ['x@example.org', 'lost_to'],
      _subject: ['Order', 'subject'],
      _gotcha: ['', 'trap'],
      _next: ['/thanks', 'redirect'],
      _cc: ['boss@example.org', 'not_honoured'],
      _language: ['de', 'not_honoured'],
    },
    redirect: 'https://www.example.com/thanks',
    subject: 'Order',
  },
  {
    service: 'Web3Forms',
    fields: {
      access_key: ['secret-1', 'swallowed'],
      replyto: ['x@example.org', 'lost_to'],
      subject: ['Order', 'subject'],
      redirect: [THERE, 'redirect'],
      from_name: ['Boss', 'shown'],
      ccemail: ['boss@example.org', 'shown'],
      webhook: ['https://hooks.example.net/', 'shown'],
    },
    redirect: THERE,
    subject: 'Order',
  },
  {
    service: 'FormSubmit',
    fields: {
      _replyto: ['x@example.org', 'lost_to'],
      _subject: ['Order', 'subject'],
      _next: ['/thanks', 'redirect'],
      _honey: ['', 'trap'],
      _cc: ['secret-1', 'not_honoured'],
      _autoresponse: ['secret-1', 'not_honoured'],
      _webhook: ['secret-1', 'not_honoured'],
      _template: ['secret-1', 'not_honoured'],
      _captcha: ['secret-1', 'not_honoured'],
      _blacklist: ['secret-1', 'not_honoured'],
      _url: ['secret-1', 'not_honoured'],
    },
    redirect: 'https://www.example.com/thanks',
    subject: 'Order',
  },
  {
    service: 'Netlify Forms',
    fields: {
      subject: ['New %{formName}', 'subject'],
      'form-name': ['secret-1', 'swallowed'],
      'bot-field': ['', 'trap'],
      'g-recaptcha-response': ['secret-1', 'swallowed'],
    },
    redirect: 'https://www.example.com/thanks',
    subject: 'New %{formName}',
  },
  {
    service: 'Formcarry',
    section: WITH_FORMCARRY,
    fields: { _gotcha: ['', 'trap'], _next: ['/thanks', 'redirect'] },
    redirect: 'https://www.example.com/thanks',
  },
  {
    service: 'Formspark',
    section: WITH_FORMCARRY,
    fields: {
      _gotcha: ['', 'trap'],
      _redirect: [THERE, 'redirect'],
      _honeypot: ['', 'trap'],
      '_email.subject': ['secret-1', 'not_honoured'],
      _error: ['secret-1', 'not_honoured'],
      _append: ['secret-1', 'not_honoured'],
      _botpoison: ['secret-1', 'swallowed'],
    },
    redirect: THERE,
  },
  {
    service: 'Basin',
    section: WITH_FORMCARRY,
    fields: { source_url: [`${THERE}?from`, 'shown'] },
  },
  {
    service: 'FormBackend',
    section: WITH_FORMCARRY,
    fields: { subject: ['Order', 'subject'] },
    subject: 'Order',
  },
  {
    service: 'Static Forms',
    fields: {
      replyTo: ['x@example.org', 'lost_to'],
      subject: ['Order', 'subject'],
      apiKey: ['secret-1', 'swallowed'],
      redirectTo: ['https://elsewhere.example/', 'shown'],
      altcha: ['secret-1', 'swallowed'],
    },
    redirect: THERE,
    subject: 'Order',
  },
  { service: 'Forminit', fields: { _gotcha: ['', 'trap'], 'fi-sender-email': ['x', 'shown'] } },
  {
    service: 'Staticman',
    fields: { 'fields[message]': ['x', 'shown'] },
    redirect: THERE,
  },
  { service: 'A handler that calls Resend or the like', fields: {} },
  { service: 'PHP', fields: { 'colours[]': ['red', 'shown'] } },
  {
    service: 'Contact Form 7',
    fields: { 'your-name': ['Ada', 'shown'], subject: ['Order', 'subject'] },
    subject: 'Order',
  },
  { service: 'Google Forms or Tally', fields: { 'entry.123456': ['x', 'shown'] } },
];

/** The section of a service, and its form as it is after the change. */
function sectionOf(service: string): { text: string; diff: string; form: string } {
  const text = guide.split(/^## /m).find((section) => section.startsWith(`${service}\n`)) ?? '';
  const [, diff = ''] = /^```diff\n(.*?)^```$/ms.exec(text) ?? [];
  const kept = diff.split('\n').filter((line) => !line.startsWith('-'));
  return { text, diff, form: kept.map((line) => line.slice(1)).join('\n') };
}

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

/** The path that a form posts to, and the fields that it has already. */
function readForm(html: string): { method?: string; path: string; fields: Record<string, string> } {
  const inputs = Array.from(html.matchAll(/<input [^>]*>/g), ([tag]) => tag);
  const given = inputs
    .map((tag) => [attribute(tag, 'name') ?? '', attribute(tag, 'value')])
    .filter(([, value]) => value !== undefined);
  const action = new URL(attribute(html, 'action') ?? '');
  assert.equal(action.origin, 'https://forms.example.com');
  const method = attribute(html, 'method');
  return { ...(method && { method }), path: action.pathname, fields: Object.fromEntries(given) };
}

describe('the forms of the guide for moving', () => {
  let service: TestService;
  let route: RouteResource;

  before(async () => {
    service = await startService(undefined);
    route = await service.activeRoute({ email: OWNER, alias: 'Contact form' });
  });
  after(() => service.close());

  /** Posts as a browser does from a page of the website. */
  const post = (path: string, fields: Record<string, string>, accept: string) =>
    service.request(path.replace('cfm_YOUR_FORM_ID', route.form_id), {
      method: 'POST',
      headers: { accept, origin: 'https://www.example.com' },
      body: new URLSearchParams(fields),
    });

  for (const { service: name, section = name, fields, redirect, subject } of MOVED) {
    const { text, form } = sectionOf(section);

    it(`the form moved from ${name} does with its fields what the guide says`, async () => {
      const { method, path, fields: given } = readForm(form);
      assert.equal(method, 'POST');
      const named = codeOf(text).join('\n');
      for (const field of Object.keys(fields)) {
        const spelled = field.replace(/^_email\..*/, '_email.*');
        assert.ok(named.includes(spelled), `${spelled} is in the section`);
      }
      const values = Object.entries(fields).map(([field, [value]]) => [field, value]);
      const sent = { email: VISITOR, message: `From ${name}`, ...given };
      Object.assign(sent, Object.fromEntries(values));

      const dry = await post(path, { ...sent, _dry_run: 'true' }, 'application/json');
      const effects = (dry.json.fields as { name: string; effect: string }[]).map(
        (field) => [field.name, field.effect] as const,
      );
      const expected = Object.entries(fields).map(([field, [, effect]]) => [field, effect]);
      const found = effects.filter(([field]) => field in fields);
      assert.deepEqual(Object.fromEntries(found), Object.fromEntries(expected));

      service.sink.mails.length = 0;
      const { status, headers } = await post(path, sent, 'text/html');
      const leads = redirect === undefined ? [200, null] : [303, redirect];
      assert.deepEqual([status, headers.get('location')], leads);
      const [mail] = service.sink.mails;
      assert.deepEqual(mail?.recipients, [OWNER]);
      assert.equal(mail?.email.replyTo?.[0]?.address, VISITOR);
      assert.equal(mail?.email.subject, subject ?? 'New submission: Contact form');
      assert.doesNotMatch(mail?.email.text ?? '', /secret-1/);
    });
  }

  it('a plain form made for these services needs another address, and at Netlify a page of thanks', () => {
    const redirect =
      '<input type="hidden" name="_redirect" value="https://www.example.com/thanks">';
    for (const name of ['Formspree', 'Web3Forms', 'FormSubmit', 'Netlify Forms']) {
      const added = Array.from(sectionOf(name).diff.matchAll(/^\+ *(.*)$/gm), ([, line]) => line);
      assert.match(added.shift() ?? '', /^<form [^>]*\/f\/cfm_YOUR_FORM_ID"[^>]*>$/, name);
      assert.deepEqual(added, name === 'Netlify Forms' ? [redirect] : [], name);
    }
  });

  it('the guide has a form for each service that it names', () => {
    const sections = Array.from(guide.matchAll(/^## (.+)\n\n```diff$/gm), ([, name]) => name);
    const moved = new Set(MOVED.map(({ service: name, section = name }) => section));
    assert.deepEqual(sections, [...moved]);
  });

  it('each number in the tables of the comparison has a source, and each source is used', () => {
    const comparison = readFileSync(join(DOCS, 'compare.md'), 'utf8');
    const [tables = '', sources = ''] = comparison.split('\n## Sources\n');
    const cells = Array.from(
      tables.matchAll(/\[(\d+(?:, \d+)*)\]/g),
      ([, numbers = '']) => numbers,
    );
    const used = new Set(cells.flatMap((numbers) => numbers.split(', ')));
    const listed = Array.from(sources.matchAll(/^- \[(\d+)\] /gm), ([, number = '']) => number);
    assert.deepEqual(
      listed,
      listed.map((_, index) => String(index + 1)),
    );
    assert.deepEqual([...used].toSorted(), listed.toSorted());
  });
});
