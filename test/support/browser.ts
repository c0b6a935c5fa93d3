import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';
import type { AxeResults } from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { Owner } from './owner.ts';
import { newTempFolder } from './temp-folder.ts';

/** A Chromium from npm, unpacked, and the environment in which it finds its libraries and fonts. */
interface Chromium {
  executablePath: string;
  env: Record<string, string>;
}

const PACKAGE = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));
const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
const FOLDER = join(PACKAGE, '..', '..', '.cache', `letterslot-chromium-${version}`);
const ARCHIVES = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'];

/** The package's own fonts.conf names a folder of AWS Lambda. */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`;

/** The package unpacks into the system's temporary folder; this one is created each time. */
async function unpackInto(folder: string): Promise<void> {
  const { TMPDIR } = process.env;
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  try {
    await Promise.all(ARCHIVES.map((name) => inflate(join(PACKAGE, 'bin', name))));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  writeFileSync(join(folder, 'fonts.conf'), FONTS_CONF);
}

/**
 * Unpacks once, beside the installed packages. The finished folder is renamed into place, so that
 * test files in parallel never start a half-written program.
 */
async function unpackChromium(): Promise<Chromium> {
  if (!existsSync(FOLDER)) {
    const draft = `${FOLDER}.${process.pid}`;
    await unpackInto(draft);
    try {
      renameSync(draft, FOLDER);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(FOLDER)) throw error;
    }
  }
  return {
    executablePath: join(FOLDER, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(FOLDER, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(FOLDER, 'fonts.conf'),
      LANG: 'C.UTF-8',
    },
  };
}

/** Milliseconds. */
const TIMEOUTS = { launch: 30_000, action: 10_000, axe: 20_000, close: 10_000 };

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The package's own list would switch web security and site isolation off, which tests rely on. */
const ARGUMENTS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
  '--font-render-hinting=none',
  // Tests use this machine alone; every other name is unknown.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

export interface VisitOptions {
  scheme?: 'light' | 'dark';
  /** CSS pixels. */
  width?: number;
  height?: number;
  /** Device pixels per CSS pixel. */
  scale?: number;
  javaScript?: boolean;
  /** The browser's Accept-Language. */
  locale?: string;
}

/** A page in a profile of its own, and what went wrong in it. */
export interface Visit {
  page: Page;
  /** Console errors, CSP violations among them, and uncaught exceptions. */
  problems: string[];
  /** Origins of all requests so far. */
  origins: Set<string>;
}

export interface TestBrowser {
  visit(options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

function watch(page: Page): Visit {
  const visit: Visit = { page, problems: [], origins: new Set() };
  page.on('console', (message) => {
    const { url } = message.location();
    // Chromium reports the status of the page itself, which is what error pages are about.
    const isStatus = message.text().startsWith('Failed to load resource') && url === page.url();
    if (message.type() === 'error' && !isStatus) visit.problems.push(message.text());
  });
  page.on('pageerror', (error) => void visit.problems.push(error.message));
  page.on('request', (request) => void visit.origins.add(new URL(request.url()).origin));
  return visit;
}

/** Starts a real headless Chromium, until its owner ends if it has one. */
export async function startBrowser(owner?: Owner): Promise<TestBrowser> {
  const { executablePath, env } = await unpackChromium();
  const isRoot = process.getuid?.() === 0;
  const browser = await openBrowser((home) =>
    chromium.launch({
      executablePath,
      env: { ...process.env, ...env, HOME: home },
      args: isRoot ? [...ARGUMENTS, '--no-sandbox'] : ARGUMENTS,
      chromiumSandbox: !isRoot,
      timeout: TIMEOUTS.launch,
    }),
  );
  owner?.after(() => browser.close());
  return browser;
}

/** A browser with a home of its own, which is removed when it is closed. */
export async function openBrowser(
  launch: (home: string) => Promise<Browser>,
): Promise<TestBrowser> {
  const home = newTempFolder('browser');
  const browser = await launch(home);
  return {
    async visit({
      scheme,
      width = 1200,
      height = 900,
      scale = 1,
      javaScript = true,
      locale = 'en-GB',
    } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        deviceScaleFactor: scale,
        javaScriptEnabled: javaScript,
        colorScheme: scheme ?? 'light',
        locale,
      });
      context.setDefaultTimeout(TIMEOUTS.action);
      return watch(await context.newPage());
    },
    async close() {
      await Promise.race([browser.close(), sleep(TIMEOUTS.close, undefined, { ref: false })]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Its violations, and how many rules passed. */
interface Findings {
  violations: AxeResults['violations'];
  passed: number;
}

async function runAxe(page: Page, exclude: readonly string[]): Promise<Findings> {
  // It takes longer to load than to run, and stays when the page only changes its elements.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE);
  const context = JSON.stringify({ include: ['html'], exclude });
  return page.evaluate(`axe
    .run(${context}, { iframes: false, resultTypes: ['violations'] })
    .then(({ violations, passes }) => ({ violations, passed: passes.length }))`);
}

/**
 * Runs axe-core in the page, not in its frames, and fails with what each violation is about. The
 * page's own scripts must not be disabled. What `exclude` selects is left out.
 */
export async function expectAccessible(
  page: Page,
  { exclude = [] }: { exclude?: readonly string[] } = {},
): Promise<void> {
  const giveUp = sleep(TIMEOUTS.axe, undefined, { ref: false });
  const findings = await Promise.race([runAxe(page, exclude), giveUp]);
  assert.ok(findings && findings.passed > 0, 'axe-core did not finish');
  const violations = findings.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`,
    ),
  );
  assert.equal(violations.join('\n'), '');
}
