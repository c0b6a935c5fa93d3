import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { TestBrowser, VisitOptions } from './browser.ts';
import type { Owner } from './owner.ts';

/** A website of another origin than the service, with one page at `/`. */
export interface FormSite {
  origin: string;
  /** Sets what `/` shows from now on. */
  show(body: string): void;
}

/** Serves on a free loopback port until its owner ends. */
export async function startFormSite(owner: Owner): Promise<FormSite> {
  let shown = '';
  const server = createServer((request, response) => {
    const found = request.url === '/';
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(found ? `<!doctype html><html lang="en"><title>A website</title>${shown}` : '');
  });
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  owner.after(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, show: (body) => void (shown = body) };
}

/** A page of another origin than the service with this body, opened until the test ends. */
export async function openSite(
  test: TestContext,
  browser: TestBrowser,
  body: string,
  options?: VisitOptions,
) {
  const site = await startFormSite(test);
  site.show(body);
  const visit = await browser.visit(options);
  test.after(() => visit.page.context().close());
  await visit.page.goto(site.origin, { waitUntil: 'networkidle' });
  return { ...visit, site };
}
