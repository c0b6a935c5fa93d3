import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { unlessInstalled } from '../neighbours/programs.ts';
import { startService, type TestService } from '../support/service.ts';
import { GUIDES, shellBlocksOf } from './blocks.ts';
import { ELSEWHERE, isElsewhere, rowsOf } from './elsewhere.ts';
import { readSettings } from '../../src/platform/settings/settings.ts';
import { DEBIAN_GUIDES } from './elsewhere.ts';
import type { Shell } from './shell.ts';
import { fileOf, walk, type Guide } from './walk.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const FORMSPREE = JSON.stringify({
  forms: {
    contact: { name: 'Contact', actions: [{ type: 'email', to: 'you@example.com' }] },
  },
});

/** The secrets of a deployment, as the page has them written, which a node accepts. */
function acceptSecrets({ folder }: Shell): void {
  const inSecrets = (name: string) => join(folder, 'secrets', name);
  const env = {
    SEALING_KEYS_FILE: inSecrets('sealing_keys'),
    INDEX_KEY_FILE: inSecrets('index_key'),
    DATABASE_URL_FILE: inSecrets('database_url'),
    SMTP_PASSWORD_FILE: inSecrets('smtp_password'),
    SMTP_HOST: 'smtp.example.com',
    SMTP_USER: 'forms@example.com',
    MAIL_FROM: 'forms@example.com',
  };
  const settings = readSettings(env, readFileSync);
  assert.equal(settings.SMTP_PASSWORD, 'the password, as it is');
}

/** Pages with blocks that the walk runs. Those of settings alone need nothing. */
const WALKED: readonly Guide[] = [
  { page: 'README.md', makesForm: true },
  { page: 'docs/api.md', makesForm: true },
  {
    page: 'docs/command-line.md',
    makesForm: true,
    asks: { 'form delete': ['Delete', 'y\r'] },
    prints: { 'form create': /Endpoint +http[^]*export (?:default )?function/ },
  },
  { page: 'docs/copies.md', prints: { 'hand-over': /"status":"owner_asked"/ } },
  {
    page: 'docs/deploying.md',
    makesForm: true,
    files: {
      'letterslot.env.example': readFileSync(join(ROOT, 'deploy/letterslot.env.example'), 'utf8'),
    },
    ends: acceptSecrets,
  },
  { page: 'docs/files.md' },
  { page: 'docs/mcp.md', makesForm: true, prints: { get_service_info: /"result":\{/ } },
  {
    page: 'docs/migrating.md',
    files: { 'formspree.json': FORMSPREE },
    prints: { _dry_run: /"would":.*"fields":/, 'form apply': /cfm_/ },
  },
  {
    page: 'docs/operating.md',
    makesForm: true,
    serves: 'bin/own-node',
    prints: { 'node -e': /^[\w-]{43}\n$/ },
  },
  { page: 'docs/sending-mail-details.md', makesForm: true },
  { page: 'docs/sending-mail.md', makesForm: true },
  { page: 'docs/server-side-forms.md', prints: { '--make': /lsk_/, DELETE: /"status":"ended"/ } },
  { page: 'docs/targets.md', files: { 'settings.json': fileOf('docs/targets.md', 'json') } },
  { page: 'docs/troubleshooting.md', prints: { 'curl -i': /^HTTP\/1.1 200 OK/ } },
];

describe('the shell blocks of guides', () => {
  it('every shell block of a guide is run in its order, or a row says who runs it or why nobody', () => {
    const walked = new Set([...WALKED.map(({ page }) => page), ...DEBIAN_GUIDES]);
    const blocks = GUIDES.flatMap(shellBlocksOf);
    assert.ok(blocks.length > 40, String(blocks.length));
    const left = blocks.filter((block) => !isElsewhere(block) && !walked.has(block.page));
    assert.deepEqual(left, []);
    const rows = blocks.flatMap(rowsOf);
    assert.deepEqual(new Set(rows), new Set(ELSEWHERE), 'a row names no block');
    assert.equal(rows.length, ELSEWHERE.length, 'a row names several blocks');
    for (const { page } of WALKED)
      assert.ok(!shellBlocksOf(page).every(isElsewhere), `${page} has nothing to walk`);
  });

  it('a test that runs blocks of guides names their page', () => {
    for (const row of ELSEWHERE)
      if ('by' in row) assert.ok(readFileSync(join(ROOT, row.by), 'utf8').includes(row.page));
      else
        for (const [path] of row.because.matchAll(/\btest\/\S+\.ts/g))
          assert.ok(existsSync(join(ROOT, path)), path);
  });
});

describe(
  'guides, followed to the letter',
  { skip: unlessInstalled('curl', 'openssl', 'script') },
  () => {
    let service: TestService;
    before(async () => (service = await startService(undefined)));
    after(() => service.close());

    for (const guide of WALKED)
      it(`the shell blocks of ${guide.page} work in their order`, (test) =>
        walk(test, service, guide));
  },
);
