import assert from 'node:assert/strict';
import { it } from 'node:test';
import { postedPolicy, renderPostedForm, type Posted } from './posted-form.ts';
import { html } from '../../platform/text/html.ts';

const HOSTILE = `"><script>alert(1)</script><x a='`;

const posted = (more: Partial<Posted> = {}): Posted => ({
  formId: 'cfm_AAAABBBBCCCCDDDD',
  settings: {},
  given: new Map([
    ['topic', ['a', 'b']],
    ['_subject', ['Hello']],
    ['message', ['one\ntwo']],
  ]),
  written: new Map(),
  isMultipart: false,
  files: new Map(),
  ticket: () => undefined,
  ...more,
});

const values = (text: string) =>
  Array.from(text.matchAll(/name="([^"]*)" value="([^"]*)"/g), ([, name, value]) => [name, value]);

it('a form given back has every value that was sent, in order, repeated keys too', () => {
  const text = renderPostedForm(posted(), html``).text;
  assert.deepEqual(values(text), [
    ['topic', 'a'],
    ['topic', 'b'],
    ['_subject', 'Hello'],
    ['message', 'one\ntwo'],
  ]);
  const rest = renderPostedForm(posted(), html``, new Set(['topic'])).text;
  assert.deepEqual(
    values(rest).map(([name]) => name),
    ['_subject', 'message'],
  );
});

it('a form given back escapes names and values', () => {
  const given = new Map([[HOSTILE, [HOSTILE]]]);
  const { text } = renderPostedForm(posted({ given }), html``);
  assert.doesNotMatch(text, /<script|<x/);
  assert.deepEqual(text.match(/<\/?\w+/g), ['<form', '<input', '</form']);
});

it('a form given back posts to its own address as it was posted, with its ticket', () => {
  const ticket = () => ({ name: '_t', value: 'x.y.z' });
  const { text } = renderPostedForm(posted({ isMultipart: true, ticket }), html`<b>last</b>`);
  assert.match(
    text,
    /^<form method="post" action="cfm_\w+" enctype="multipart\/form-data">[\s\S]*name="_t" value="x\.y\.z"[\s\S]*<b>last<\/b>/,
  );
  assert.match(
    renderPostedForm(posted(), html``).text,
    /enctype="application\/x-www-form-urlencoded"/,
  );
});

it('the policy of a form given back allows the redirect that follows it, and nothing else', () => {
  const actionOf = (leadsTo?: string) =>
    /form-action ([^;]*);/.exec(postedPolicy(posted({ leadsTo })))?.[1];
  assert.equal(actionOf(), `'self'`);
  assert.equal(actionOf('https://example.com/thanks'), `'self' https:`);
  assert.equal(actionOf('http://localhost:3000/a'), `'self' https: http://localhost:3000`);
  assert.match(
    postedPolicy(posted(), { script: `script-src 'sha256-x'; ` }),
    /script-src 'sha256-x'; /,
  );
});
