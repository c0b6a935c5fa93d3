import { readFile } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** A website of another origin than the service. */
export interface Website {
  origin: string;
  close(): void;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A path without an extension is a page: `/contact` is contact.html. */
function fileOf(folder: string, url: string): string {
  const path = normalize(decodeURIComponent(new URL(url, 'http://site').pathname));
  if (path.endsWith('/')) return join(folder, path, 'index.html');
  return join(folder, extname(path) === '' ? `${path}.html` : path);
}

/** Serves the files of a folder, as any static web server does, on a free loopback port. */
export async function serveFolder(folder: string): Promise<Website> {
  const server = createServer((request, response) => {
    const file = fileOf(folder, request.url ?? '/');
    readFile(file, (error, content) => {
      if (error) response.writeHead(404);
      else response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
      response.end(error ? '' : content);
    });
  });
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
