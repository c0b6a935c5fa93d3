import assert from 'node:assert/strict';
import type { FormSettings } from '../../src/contract/form-settings.ts';
import type { InstallArtifact, RouteResource } from '../../src/contract/schemas.ts';
import { ENDPOINT_PLACEHOLDER, type FrameworkId } from '../../src/contract/enums.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { startService, type TestService } from '../support/service.ts';
import type { BuiltSite } from './build-site.ts';
import { serveFolder, type Website } from './serve-folder.ts';

export type Build = (files: InstallArtifact['files']) => Promise<BuiltSite>;

/** A website with the form of a route in it, the service it posts to, and a browser to open it. */
export interface InstalledForm {
  service: TestService;
  browser: TestBrowser;
  /** The page with the form. */
  url: string;
  /** Confirms the inbox, which is pending at first. */
  confirm(): Promise<void>;
  /** Gives the form these settings, and no others. */
  set(settings: object): Promise<void>;
  close(): Promise<void>;
}

/**
 * The files of a new route's artifact. Without settings they are those of the generic artifact with
 * its placeholder replaced, so what is shown of one holds for the other; with settings, they are for agents too.
 */
async function fetchFiles(service: TestService, framework: FrameworkId, settings?: FormSettings) {
  const route = (await service.create({ ...(settings && { settings }) })).json;
  const query = `framework=${framework}${settings ? '&webmcp=1' : ''}`;
  const own = await service.request(`/v1/routes/${route.form_id}/install?${query}`);
  if (settings) return { files: (own.json as InstallArtifact).files, route };
  const generic = await service.request(`/v1/install?framework=${framework}`);
  const { files } = generic.json as InstallArtifact;
  const replaced = files.map(({ path, content }) => ({
    path,
    content: content.replaceAll(ENDPOINT_PLACEHOLDER, route.endpoint),
  }));
  assert.deepEqual(own.json.files, replaced);
  return { files: replaced, route };
}

interface Site {
  build: Build;
  /** Where the page with the form is. */
  path?: string;
  /** The form's settings when its code is made. */
  settings?: FormSettings;
}

/** Starts everything a form needs. */
export async function installForm(
  framework: FrameworkId,
  { build, path = '/', settings }: Site,
): Promise<InstalledForm> {
  const service = await startService(undefined);
  let site: BuiltSite | undefined;
  let website: Website | undefined;
  let browser: TestBrowser | undefined;
  let token = '';
  let created: RouteResource | undefined;
  const close = async () => {
    await browser?.close();
    website?.close();
    site?.remove();
    await service.close();
  };
  try {
    const { files, route } = await fetchFiles(service, framework, settings);
    created = route;
    site = await build(files);
    token = service.verificationToken();
    website = await serveFolder(site.folder);
    browser = await startBrowser();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    service,
    browser,
    url: website.origin + path,
    async confirm() {
      await service.confirm(token);
      service.sink.mails.length = 0;
    },
    async set(wanted) {
      if (created) assert.equal((await service.putSettings(created, wanted)).status, 200);
    },
    close,
  };
}
