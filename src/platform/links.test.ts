import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newFormId } from '../forms/route.ts';
import { Links } from './links.ts';

const formId = newFormId();
const links = new Links(() => 'https://forms.example/base');

it('links are built on the configured base', () => {
  assert.equal(links.base(), 'https://forms.example/base');
  assert.equal(links.endpoint(formId), `https://forms.example/base/f/${formId}`);
  assert.equal(links.status(formId), `https://forms.example/base/v1/routes/${formId}`);
  assert.equal(links.thanks(), 'https://forms.example/base/thanks');
  assert.equal(new URL(links.openApi()).origin, 'https://forms.example');
});

it('links carry any token through a query', () => {
  const token = 'v1.k1.a&b=c+d/é#?%';
  const url = new URL(links.decision('verify', token));
  assert.equal(url.searchParams.get('token'), token);
  assert.equal(url.pathname, '/base/v1/routes/verify');
  assert.equal(url.hash, '');
});

it('links read the base when they are built', () => {
  let base = 'http://localhost:0';
  const late = new Links(() => base);
  base = 'http://localhost:4711';
  assert.equal(late.endpoint(formId), `http://localhost:4711/f/${formId}`);
  assert.ok(late.openApi().startsWith('http://localhost:4711/'));
});
