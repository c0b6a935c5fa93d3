import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

/** A registry with this package as the public one would serve it; forwards other requests. */
export async function startRegistry(tarball: string) {
  const { stdout } = await promisify(execFile)('tar', ['-xOzf', tarball, 'package/package.json']);
  const manifest = JSON.parse(stdout) as { version: string };
  const data = readFileSync(tarball);
  const integrity = `sha512-${createHash('sha512').update(data).digest('base64')}`;
  const { version } = manifest;
  const registry = createServer(({ url = '' }, answer) => {
    const dist = { tarball: `${origin}/letterslot/-/letterslot.tgz`, integrity };
    const versions = { [version]: { ...manifest, _hasShrinkwrap: true, dist } };
    const metadata = { name: 'letterslot', 'dist-tags': { latest: version }, versions };
    if (url === '/letterslot') answer.end(JSON.stringify(metadata));
    else if (url.startsWith('/letterslot/-/')) answer.end(data);
    else answer.writeHead(302, { location: `https://registry.npmjs.org${url}` }).end();
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const origin = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  return {
    origin,
    close() {
      registry.closeAllConnections();
      registry.close();
    },
  };
}
