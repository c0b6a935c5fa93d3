import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { startService } from '../support/service.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { buildCopy, type BuiltSite } from './build-site.ts';
import { expectTyped, typeForm, waitForResult } from './fill-form.ts';
import { serveFolder } from './serve-folder.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');
const WIDTH = 375;

interface Example {
  /** Where its README says that the endpoint belongs. */
  variable: string;
  command: string[];
  /** The folder that a web server serves. */
  output: string;
}

const NPM = ['npm', 'run', 'build'];

/** The examples that are built, by folder. */
const BUILT: Record<string, Example> = {
  astro: { variable: 'PUBLIC_FORM_ENDPOINT', command: NPM, output: 'dist' },
  nextjs: { variable: 'NEXT_PUBLIC_FORM_ENDPOINT', command: NPM, output: 'out' },
  hugo: { variable: 'HUGO_PARAMS_FORMENDPOINT', command: ['hugo'], output: 'public' },
  eleventy: { variable: 'FORM_ENDPOINT', command: NPM, output: '_site' },
  sveltekit: { variable: 'VITE_FORM_ENDPOINT', command: NPM, output: 'build' },
};

const sourceOf = (name: string) => join(EXAMPLES, name);

/** An example whose endpoint is in its file, edited as its README says. */
function editHtml(name: string, endpoint: string): BuiltSite {
  const folder = newTempFolder('site');
  cpSync(sourceOf(name), folder, { recursive: true });
  const path = join(folder, 'index.html');
  if (name === 'tailwind') {
    const id = new URL(endpoint).pathname.replace('/f/', '');
    const page = readFileSync(path, 'utf8').replaceAll('cfm_YOUR_FORM_ID', id);
    writeFileSync(path, page.replaceAll('https://forms.example.com', new URL(endpoint).origin));
    writeFileSync(join(folder, 'site.css'), '');
    return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
  }
  const [, placeholder = ''] = /`(https:[^`]+)`/.exec(readReadme('html')) ?? [];
  const page = readFileSync(path, 'utf8');
  assert.ok(page.includes(placeholder));
  writeFileSync(path, page.replaceAll(placeholder, endpoint));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const readReadme = (name: string) => readFileSync(join(sourceOf(name), 'README.md'), 'utf8');

/** Hugo is a program of its own, which no package of npm brings along. */
const isMissing = (program = '') => spawnSync(program, ['version']).error !== undefined;

describe('the examples', { concurrency: false }, async () => {
  const browser = await startBrowser({ after });
  const service = await startService({ after });
  const { endpoint } = await service.activeRoute();

  /** Sends the form as a visitor with a phone does. */
  async function sendFrom(site: BuiltSite, scheme: 'light' | 'dark'): Promise<void> {
    const website = await serveFolder(site.folder);
    service.sink.mails.length = 0;
    const { page, problems } = await browser.visit({ scheme, width: WIDTH });
    try {
      await page.goto(website.origin, { waitUntil: 'networkidle' });
      await expectAccessible(page);
      const wide: number = await page.evaluate('document.documentElement.scrollWidth');
      assert.ok(wide <= WIDTH, `the page is ${wide} px wide`);
      await typeForm(page);
      await page.keyboard.press('Enter');
      assert.match(await waitForResult(page), /^Thank you/);
      await expectAccessible(page);
      assert.equal(service.sink.mails.length, 1);
      expectTyped(service.sink.mails[0]!);
      assert.deepEqual(problems, []);
    } finally {
      await page.context().close();
      website.close();
    }
  }

  it('the example html delivers when opened as it is, with the endpoint in it', async (test) => {
    const site = editHtml('html', endpoint);
    test.after(() => site.remove());
    await sendFrom(site, 'dark');
    await sendFrom(site, 'light');
  });

  it('the example tailwind delivers with the script of the service, even before its styles are built', async (test) => {
    const site = editHtml('tailwind', endpoint);
    test.after(() => site.remove());
    await sendFrom(site, 'light');
  });

  for (const [name, { variable, command, output }] of Object.entries(BUILT))
    it(`the example ${name} is built as its README says, and delivers`, async (test) => {
      if (isMissing(command[0])) {
        test.skip(`${command[0]} is not installed`);
        return;
      }
      assert.match(readReadme(name), new RegExp(`^${variable}=\\S+ ${command.join(' ')}$`, 'm'));
      const env = { [variable]: endpoint };
      const site = await buildCopy(sourceOf(name), { command, env, output });
      test.after(() => site.remove());
      await sendFrom(site, 'dark');
    });
});
