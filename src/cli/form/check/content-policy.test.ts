import assert from 'node:assert/strict';
import { it } from 'node:test';
import { allAllow, type Directive } from './content-policy.ts';

const page = new URL('https://example.com/contact');
const SERVICE = 'https://forms.example.org/f/cfm_A';

const CASES: [policy: string, isAllowed: boolean, url?: string, directive?: Directive][] = [
  ['', true],
  ["script-src 'none'", true],
  ["default-src 'none'", true],
  ["default-src 'none'", false, SERVICE, 'connect-src'],
  ["default-src 'none'; connect-src *", true, SERVICE, 'connect-src'],
  ["form-action 'none'", false],
  ['form-action', false],
  ["form-action 'self'", false],
  ["form-action 'self'", true, 'https://example.com/f/cfm_A'],
  ["form-action 'SELF' https://forms.example.org", true],
  ['FORM-ACTION https://FORMS.example.org', true],
  ['form-action forms.example.org', true],
  ['form-action forms.example.org', false, 'http://forms.example.org/f/cfm_A'],
  ['form-action http://forms.example.org', true],
  ['form-action *.example.org', true],
  ['form-action *.forms.example.org', false],
  ['form-action *', true],
  ['form-action https:', true],
  ['form-action http://127.0.0.1:*', true, 'http://127.0.0.1:8080/f/cfm_A'],
  ['form-action http://127.0.0.1:8081', false, 'http://127.0.0.1:8080/f/cfm_A'],
  ['form-action https://forms.example.org/f/', true],
  ['form-action https://forms.example.org/f', false],
  ['form-action https://forms.example.org:8443', false],
];

for (const [policy, isAllowed, url = SERVICE, directive = 'form-action'] of CASES)
  it(`the policy “${policy}” ${isAllowed ? 'allows' : 'forbids'} ${url} for ${directive}`, () =>
    assert.equal(allAllow([policy], directive, { url: new URL(url), page }), isAllowed));

it('a script is allowed by its nonce or its digest, and hosts do not count with strict-dynamic', () => {
  const url = new URL('https://forms.example.org/form.js');
  const allows = (policy: string, attributes = {}) =>
    allAllow([policy], 'script-src', { url, page, attributes });
  assert.equal(allows("script-src 'nonce-AbC'", { nonce: 'AbC' }), true);
  assert.equal(allows("script-src 'nonce-AbC'", { nonce: 'abc' }), false);
  assert.equal(allows("script-src 'sha384-x'", { integrity: 'sha384-x' }), true);
  assert.equal(allows("script-src 'strict-dynamic' https:"), false);
  assert.equal(allows("script-src 'none'; script-src-elem https:"), true);
  assert.equal(allAllow(["script-src 'self'", '*'], 'script-src', { url, page }), false);
});
