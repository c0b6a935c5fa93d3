import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { dirname, join } from 'node:path';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { runProgram, type Owner } from '../neighbours/programs.ts';
import { keysOf } from './access-keys.ts';
import { startBrowser } from './browser.ts';
import { fieldIn, startRelay, type Call } from './relay.ts';
import { startService, type TestService } from './service.ts';
import { until } from './until.ts';

const PAGE = readFileSync(
  join(import.meta.dirname, '../../docs/reference/server-side-code.md'),
  'utf8',
);

/** The files of a section of that page, by the path in their first lines. */
export function filesOf(section: string): Record<string, string> {
  const text = PAGE.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  const blocks = Array.from(text.matchAll(/^```\w+\n(.*?)^```$/gms), ([, code = '']) => code);
  const files = blocks.map((code) => {
    const [, path] = /^(?:---\n|<\?php\n)?(?:\/\/|#|<!--|<%#) (\S+)/.exec(code) ?? [];
    return path === undefined ? [] : [[path, code] as const];
  });
  return Object.fromEntries(files.flat());
}

/** The function that the recipes for JavaScript call. */
export const sharedFunction = () =>
  filesOf('One function for JavaScript')['letterslot.ts'] ?? assert.fail('letterslot.ts');

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** The address of the visitor, as the proxy in front of a site sees it. */
const VISITOR = '203.0.113.7';

type Environment = Record<string, string>;

/** Runs a site with these variables on a local port until tests end; resolves to its address. */
export async function runSite(
  owner: Owner,
  [command = '', ...args]: readonly string[],
  { folder, env, port }: { folder: string; env: Environment; port: number },
): Promise<string> {
  const origin = `http://127.0.0.1:${port}`;
  await runProgram(owner, {
    name: 'env',
    args: [...Object.entries(env).map(([name, value]) => `${name}=${value}`), command, ...args],
    folder,
    serves: async () => (await fetch(origin).catch(() => undefined)) !== undefined,
  });
  return origin;
}

export interface SiteFacts {
  /** Starts the site with `FORM_ENDPOINT` and `FORM_KEY`; resolves to its address. */
  start(env: Environment, owner: Owner): Promise<string>;
  path?: string;
  /** Changes that its proxy makes to a visitor's headers. */
  front?: (headers: IncomingHttpHeaders, ip: string) => IncomingHttpHeaders;
  /** The address that the site reads; by default the one of the visitor. */
  ip?: string;
  /** True if its page has a script that sends the form too. */
  hasScript?: boolean;
}

const TYPED = { name: 'Ada "Löwe" <b>', email: 'ada@example.com' };
const SPAM = 'https://spam.example';
const MESSAGE = 'Good morning,\nwhen do you open?';

/** Appends the visitor's address to the forwarded ones, like a usual nginx. */
const append = (headers: IncomingHttpHeaders, ip: string): IncomingHttpHeaders => ({
  ...headers,
  'x-forwarded-for': [headers['x-forwarded-for'], ip].filter(Boolean).join(', '),
  'x-forwarded-proto': 'http',
});

/** A visitor at the form of a site. */
function visit(page: Page, url: string, lastCall: () => Call | undefined) {
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  const field = (name: string) => page.locator(`[name=${name}]`);
  return {
    alert,
    field,
    press: () => page.getByRole('button', { name: 'Send' }).click(),
    async open(message: string) {
      await page.goto(url, { waitUntil: 'networkidle' });
      await field('name').fill(TYPED.name);
      await field('email').fill(TYPED.email);
      await field('message').fill(message);
    },
    /** The form is back with an error, and with what was typed. */
    async expectTyped(message: string) {
      await alert.waitFor();
      assert.equal(await field('name').inputValue(), TYPED.name);
      assert.equal(await field('email').inputValue(), TYPED.email);
      assert.equal(await field('message').inputValue(), message);
    },
    expectSent: () =>
      page.waitForURL(/thanks/).catch(async () => {
        assert.fail(`${await page.locator('body').innerText()}\n${lastCall()?.body}`);
      }),
  };
}

/** Three calls: one that is refused, one that is lost, and the same again. */
function expectCalls(calls: readonly Call[], sent: { key: string; ip: string; origin: string }) {
  assert.equal(calls.length, 3);
  for (const call of calls) {
    assert.equal(call.headers.authorization, `Bearer ${sent.key}`);
    assert.match(call.headers['accept-language'] ?? '', /^de/);
    assert.equal(fieldIn(call, '_visitor_ip'), sent.ip);
    assert.equal(fieldIn(call, '_visitor_origin'), sent.origin);
  }
  const [refused, lost, again] = calls.map(({ headers }) => headers['idempotency-key']);
  assert.equal(again, lost);
  assert.notEqual(lost, refused);
}

/** A form that takes submissions of servers with a key alone, from pages of this origin. */
async function makeForm(service: TestService, origin: string) {
  const form = await service.activeRoute();
  const { secret } = (await keysOf(service, form).make()).json;
  const saved = await service.putSettings(form, {
    access: 'key',
    origins: [origin],
    fields: [
      { name: 'name', required: true },
      { name: 'email', type: 'email', required: true },
      { name: 'message', type: 'textarea', required: true, minlength: 10 },
    ],
    unknown_fields: 'refuse',
  });
  assert.equal(saved.status, 200);
  return { id: form.form_id, secret: String(secret) };
}

/** A site before a service, with the traffic on both sides of the site. */
async function openStage({ start, front: change = append }: SiteFacts) {
  const ends: (() => Promise<void> | void)[] = [];
  let site = '';
  const service = await startService(undefined);
  const browser = await startBrowser();
  const toService = await startRelay(() => service.url);
  const front = await startRelay(
    () => site,
    (headers) => change(headers, VISITOR),
  );
  const close = async () => {
    for (const end of ends) await end();
    for (const relay of [toService, front]) relay.close();
    await browser.close();
    await service.close();
  };
  try {
    const { id, secret } = await makeForm(service, front.origin);
    const env = { FORM_ENDPOINT: `${toService.origin}/f/${id}`, FORM_KEY: secret };
    site = await start(env, { after: (run) => void ends.push(run) });
    return { service, browser, toService, origin: front.origin, key: secret, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Stage = Awaited<ReturnType<typeof openStage>>;

/** Refuses, corrects, loses, resends and delivers a message once; then a robot fills the trap. */
async function walk(
  stage: Stage,
  { path = '/contact', ip = VISITOR }: SiteFacts,
  javaScript: boolean,
) {
  const { service, browser, toService, origin, key } = stage;
  const { mails } = service.sink;
  const { calls } = toService;
  mails.length = 0;
  calls.length = 0;
  const { page, problems } = await browser.visit({ javaScript, locale: 'de-DE' });
  const texts: Promise<string>[] = [];
  page.on('response', (response) => void texts.push(response.text().catch(() => '')));
  // A visitor who claims to be somebody else.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.66' });
  const visitor = visit(page, origin + path, () => calls.at(-1));
  try {
    await visitor.open('Hi');
    await visitor.press();
    await visitor.expectTyped('Hi');
    const fault = page.locator('label', { hasText: 'Message' }).locator('strong');
    assert.match(await fault.innerText(), /10/);
    await visitor.field('message').fill(MESSAGE);
    toService.isDown = true;
    await visitor.press();
    await visitor.alert.filter({ hasText: 'That did not work' }).waitFor();
    toService.isDown = false;
    await visitor.expectTyped(MESSAGE);
    await visitor.press();
    await visitor.expectSent();
    await until('the mail', () => mails.length === 1);
    assert.match(mails[0]?.email.text ?? '', /Ada "Löwe" <b>[^]*when do you open/);
    expectCalls(calls, { key, ip, origin });

    await visitor.open('Buy now, buy now, buy now');
    await page.evaluate(`document.querySelector('[name=_gotcha]').value = '${SPAM}'`);
    await visitor.press();
    await visitor.expectSent();
    assert.equal(mails.length, 1);
    const seen = await Promise.all(texts);
    assert.ok(seen.length > 3 && seen.every((text) => !text.includes('lsk_')));
    assert.deepEqual(problems, []);
  } finally {
    toService.isDown = false;
    await page.context().close();
  }
}

/** A recipe for a site with a server, run as a visitor meets it. */
export function describeServerSide(name: string, facts: SiteFacts): void {
  let stage: Stage;
  before(async () => (stage = await openStage(facts)));
  after(() => stage?.close());

  it(`${name}: a visitor without JavaScript corrects a message, and it arrives once`, () =>
    walk(stage, facts, false));
  if (facts.hasScript) it(`${name}: the same with JavaScript`, () => walk(stage, facts, true));
}
