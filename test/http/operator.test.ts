import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { readSettings, SettingsError } from '../../src/platform/settings/settings.ts';
import { startService } from '../support/service.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const BROWSER = { accept: 'text/html' };
const LINKS = {
  OPERATOR_LINKS:
    'privacy=https://acme.example/a,b?x=1, imprint=https://acme.example/imprint,contact=mailto:help@acme.example',
};
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>';
const PATHS = ['/start', '/inbox', '/thanks', '/nothing', '/v1/routes/verify?token=x'];

it("every page names the operator and has the operator's links and logo", async (test) => {
  const folder = newTempFolder('logo');
  test.after(() => rmSync(folder, { recursive: true }));
  const logo = join(folder, 'logo.SVG');
  writeFileSync(logo, SVG);
  const service = await startService(test, {
    OPERATOR_NAME: 'Acme & Co',
    OPERATOR_LOGO: logo,
    ...LINKS,
  });
  for (const path of PATHS) {
    const { text, headers } = await service.request(path, {
      headers: { ...BROWSER, 'accept-language': 'de' },
    });
    const footer = /<footer[\s\S]*<\/footer>/.exec(text)?.[0] ?? '';
    assert.match(footer, /Acme &amp; Co/, path);
    assert.ok(footer.includes(`<img class="logo" src="${service.url}/logo" alt="" />`), path);
    assert.deepEqual(
      Array.from(footer.matchAll(/href="([^"]*)"[^>]*>([^<]*)/g), ([, url, word]) => [url, word]),
      [
        ['https://acme.example/a,b?x=1', 'Datenschutz'],
        ['https://acme.example/imprint', 'Impressum'],
        ['mailto:help@acme.example', 'Kontakt'],
      ],
    );
    const policy = headers.get('content-security-policy') ?? '';
    assert.ok(policy.includes(`img-src data: ${service.url};`), path);
    assert.doesNotMatch(text, />\s*Letterslot|· Letterslot/, path);
  }
  const image = await fetch(`${service.url}/logo`);
  assert.equal(await image.text(), SVG);
  assert.equal(image.headers.get('content-type'), 'image/svg+xml');
  assert.match(image.headers.get('content-security-policy') ?? '', /sandbox/);
});

it("the operator's own host may serve the logo, and no page allows another host", async (test) => {
  const url = 'https://acme.example/logo.png';
  const service = await startService(test, { OPERATOR_LOGO: url, ...LINKS });
  const { text, headers } = await service.request('/thanks', { headers: BROWSER });
  assert.ok(text.includes(`src="${url}"`));
  assert.match(
    headers.get('content-security-policy') ?? '',
    /img-src data: https:\/\/acme\.example;/,
  );
  assert.equal((await fetch(`${service.url}/logo`)).status, 404);
});

it('the pages of an operator who says nothing have no footer, and load no image', async (test) => {
  const service = await startService(test);
  for (const path of PATHS) {
    const { text, headers } = await service.request(path, { headers: BROWSER });
    assert.doesNotMatch(text, /<footer|<img/, path);
    assert.match(headers.get('content-security-policy') ?? '', /img-src data:;/, path);
  }
});

it('wrong links and logos of the operator are each refused with a sentence', () => {
  const links = 'privacy=https://acme.example/privacy';
  const big = () => 'x'.repeat(100_001);
  const wrong: readonly [Record<string, string>, RegExp, (() => string)?][] = [
    [{ OPERATOR_LINKS: 'https://acme.example' }, /^OPERATOR_LINKS must look like privacy=/],
    [{ OPERATOR_LINKS: 'terms=https://acme.example' }, /^OPERATOR_LINKS must look like/],
    [{ OPERATOR_LINKS: 'privacy=javascript:alert(1)' }, /^OPERATOR_LINKS must look like/],
    [{ OPERATOR_LINKS: 'privacy=mailto:a@acme.example' }, /^OPERATOR_LINKS must look like/],
    [{ OPERATOR_LINKS: `${links},${links}` }, /^OPERATOR_LINKS must look like/],
    [{ OPERATOR_LOGO: 'http://acme.example/logo.svg' }, /^OPERATOR_LOGO must be an https/],
    [{ OPERATOR_LOGO: '/etc/passwd' }, /^OPERATOR_LOGO must end with \.svg/],
    [{ OPERATOR_LOGO: 'logo.svg' }, /^OPERATOR_LOGO is a file that cannot be read/],
    [{ OPERATOR_LOGO: 'logo.svg' }, /^OPERATOR_LOGO must be a file of 1 to 100000 bytes/, big],
    [
      { OPERATOR_LOGO: 'https://cdn.example/logo.svg', OPERATOR_LINKS: links },
      /^OPERATOR_LOGO must be a file, or on the host of PUBLIC_URL or of one of the OPERATOR_LINKS/,
    ],
  ];
  const missing = () => assert.fail('no such file');
  for (const [env, fault, readFile = missing] of wrong) {
    assert.throws(
      () => readSettings(env, readFile),
      (error) =>
        error instanceof SettingsError && error.faults.length === 1 && fault.test(error.message),
      JSON.stringify(env),
    );
  }
});
