import assert from 'node:assert/strict';
import type { FormSettings } from '../../src/contract/form-settings.ts';
import type { InstallArtifact, RouteResource } from '../../src/contract/schemas.ts';
import { ENDPOINT_PLACEHOLDER, type FrameworkId } from '../../src/contract/enums.ts';
import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser, type VisitOptions } from '../support/browser.ts';
import { startService, type TestService } from '../support/service.ts';
import { buildSite, type SitePage, type SitePlan } from './build-site.ts';
import { serveFolder } from './serve-folder.ts';

/** A website's page with a route's form, the service it posts to, and a browser to open it. */
export interface InstalledForm {
  service: TestService;
  browser: TestBrowser;
  /** The page with the form. */
  url: string;
  /** Confirms the inbox, which is pending at first. */
  confirm(): Promise<void>;
  /** Gives the form these settings, and no others. */
  set(settings: object): Promise<void>;
}

/** Parts of a page's form when its code is made; code with settings is for agents too. */
interface Wanted {
  settings?: FormSettings;
  style?: 'script';
}

/** A new form with an inbox of its own, and the files of its artifact. */
async function makeForm(
  service: TestService,
  framework: FrameworkId,
  page: SitePage,
  { settings, style }: Wanted,
) {
  const email = `${page}@example.com`;
  const route: RouteResource = (await service.create({ email, ...(settings && { settings }) }))
    .json;
  const token = service.verificationToken();
  const query = new URLSearchParams({
    framework,
    ...(style && { style }),
  });
  const own = await service.request(`/v1/routes/${route.form_id}/install?${query.toString()}`);
  const { files } = own.json as InstallArtifact;
  return { route, token, files };
}

/** Without settings, a form's files equal the generic artifact, so tests of one cover both. */
async function expectGeneric(
  service: TestService,
  framework: FrameworkId,
  { route, files }: Awaited<ReturnType<typeof makeForm>>,
): Promise<void> {
  const generic = await service.request(`/v1/install?framework=${framework}`);
  const replaced = (generic.json as InstallArtifact).files.map(({ path, content }) => ({
    path,
    content: content.replaceAll(ENDPOINT_PLACEHOLDER, route.endpoint),
  }));
  assert.deepEqual(files, replaced);
}

/** Builds one website with a form on each of these pages, and starts everything that they need. */
export async function installForms<Name extends SitePage>(
  framework: FrameworkId,
  plan: SitePlan,
  wanted: Record<Name, Wanted>,
) {
  const service = await startService(undefined);
  const ends: (() => unknown)[] = [() => service.close()];
  const close = async () => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    const files = Object.entries(plan.files).map(([path, content]) => ({ path, content }));
    const made: [Name, Awaited<ReturnType<typeof makeForm>>][] = [];
    for (const page of Object.keys(wanted) as Name[]) {
      const form = await makeForm(service, framework, page, wanted[page]);
      if (!wanted[page].settings) await expectGeneric(service, framework, form);
      files.push(...plan.place(form.files, page));
      made.push([page, form]);
    }
    const site = await buildSite(files, plan);
    ends.push(() => site.remove());
    const website = await serveFolder(site.folder);
    ends.push(() => website.close());
    const browser = await startBrowser();
    ends.push(() => browser.close());
    const forms = made.map(([page, { route, token }]): [Name, InstalledForm] => [
      page,
      {
        service,
        browser,
        url: website.origin + plan.pathOf(page),
        async confirm() {
          await service.confirm(token);
          service.sink.mails.length = 0;
        },
        async set(settings) {
          assert.equal((await service.putSettings(route, settings)).status, 200);
        },
      },
    ]);
    return { ...(Object.fromEntries(forms) as Record<Name, InstalledForm>), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Opens the page of a form in its own profile, with a mail server that accepts everything;
 * `restore` runs after each test.
 */
export const pageOpener =
  (installed: () => InstalledForm, restore?: () => Promise<void>, usual?: VisitOptions) =>
  (look: (page: Page) => Promise<void>, options: VisitOptions | undefined = usual) =>
  async (): Promise<void> => {
    const { browser, service, url } = installed();
    service.sink.mails.length = 0;
    service.sink.refuseWith(undefined);
    service.sink.delay(0);
    const { page, problems } = await browser.visit(options);
    try {
      await page.goto(url, { waitUntil: 'networkidle' });
      await look(page);
      // Chromium reports the statuses that the form is about.
      assert.deepEqual(
        problems.filter((text) => !text.startsWith('Failed to load')),
        [],
      );
    } finally {
      await restore?.();
      await page.context().close();
    }
  };
