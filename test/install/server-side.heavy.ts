import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { describe } from 'node:test';
import { reservePort } from '../support/own-port.ts';
import {
  describeServerSide,
  filesOf,
  runSite,
  sharedFunction,
  writeFiles,
} from '../support/server-side.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { buildSite } from './build-site.ts';
import { nextPlan } from './plans.ts';
import { prepareToolchain } from './toolchain/prepare.ts';

type Paths = Readonly<Record<string, string>>;

/** Builds a site for production, and resolves to its folder. */
async function build(files: Paths, ...command: readonly [script: string, ...string[]]) {
  const contents = Object.entries(files).map(([path, content]) => ({ path, content }));
  return (await buildSite(contents, { commands: [command], output: '' })).folder;
}

const PACKAGE = JSON.stringify({ name: 'site', private: true, type: 'module' });

describe('Next.js', () =>
  describeServerSide('Next.js', {
    hasScript: true,
    async start(env, owner) {
      const files = {
        ...nextPlan.files,
        'next.config.mjs': 'export default {};\n',
        'letterslot.ts': sharedFunction(),
        ...filesOf('Next.js'),
        'app/thanks/page.tsx': 'export default () => <h1>Thanks</h1>;\n',
      };
      const folder = await build(files, 'next/dist/bin/next', 'build');
      const port = await reservePort();
      const next = join(prepareToolchain(), 'node_modules/next/dist/bin/next');
      const command = [process.execPath, next, 'start', folder, '-p', `${port}`, '-H', '127.0.0.1'];
      return runSite(owner, command, { folder, env, port });
    },
  }));

describe('SvelteKit', () =>
  describeServerSide('SvelteKit', {
    hasScript: true,
    async start(env, owner) {
      const files = {
        'package.json': PACKAGE,
        'tsconfig.json': JSON.stringify({ extends: '$app/tsconfig', include: ['src', '*'] }),
        'vite.config.js': `import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';

export default { plugins: [sveltekit({ adapter: adapter() })] };
`,
        'src/app.html': `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><link rel="icon" href="data:," /><title>Contact</title>%sveltekit.head%</head>
  <body><div>%sveltekit.body%</div></body>
</html>
`,
        'src/lib/server/letterslot.ts': sharedFunction(),
        ...filesOf('SvelteKit'),
        'src/routes/thanks/+page.svelte': '<h1>Thanks</h1>\n',
      };
      const folder = await build(files, 'vite/bin/vite.js', 'build', '--logLevel', 'warn');
      const port = await reservePort();
      const own = {
        HOST: '127.0.0.1',
        PORT: `${port}`,
        ADDRESS_HEADER: 'X-Forwarded-For',
        PROTOCOL_HEADER: 'X-Forwarded-Proto',
      };
      return runSite(owner, [process.execPath, join(folder, 'build')], {
        folder,
        env: { ...env, ...own },
        port,
      });
    },
  }));

describe('Astro', () =>
  describeServerSide('Astro', {
    front: (headers, ip) => ({ ...headers, 'x-forwarded-for': ip, 'x-forwarded-proto': 'http' }),
    async start(env, owner) {
      const { 'src/pages/contact.astro': page = '' } = filesOf('Astro');
      const files = {
        'package.json': PACKAGE,
        'tsconfig.json': JSON.stringify({
          extends: 'astro/tsconfigs/strictest',
          include: ['.astro/types.d.ts', 'src'],
        }),
        'astro.config.mjs': `import node from '@astrojs/node';

export default {
  adapter: node({ mode: 'standalone' }),
  security: { allowedDomains: [{ hostname: '127.0.0.1' }] },
};
`,
        'src/letterslot.ts': sharedFunction(),
        'src/pages/contact.astro': page.replace('<form', '<meta charset="utf-8" />\n<form'),
        'src/pages/thanks.astro': '<h1>Thanks</h1>\n',
      };
      const folder = await build(files, 'astro/bin/astro.mjs', 'build', '--silent');
      const port = await reservePort();
      const own = { HOST: '127.0.0.1', PORT: `${port}` };
      const entry = join(folder, 'dist/server/entry.mjs');
      return runSite(owner, [process.execPath, entry], { folder, env: { ...env, ...own }, port });
    },
  }));

describe('Cloudflare', () =>
  describeServerSide('Cloudflare', {
    front: (headers, ip) => ({ ...headers, 'cf-connecting-ip': ip }),
    async start(env, owner) {
      const folder = newTempFolder('worker');
      const port = await reservePort();
      const modules = { ...filesOf('Cloudflare'), 'letterslot.ts': sharedFunction() };
      const named = Object.entries(modules).map(([path, code]) => [
        path.replace('.ts', ''),
        stripTypeScriptTypes(code),
      ]);
      writeFiles(folder, {
        ...Object.fromEntries(named),
        'worker.capnp': `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [${named.map(([name]) => `(name = "${name}", esModule = embed "${name}")`).join(', ')}],
  compatibilityDate = "2026-01-01",
  compatibilityFlags = ["nodejs_compat"],
  bindings = [${Object.entries(env)
    .map(([name, value]) => `(name = "${name}", text = "${value}")`)
    .join(', ')}],
);
`,
      });
      const workerd = join(prepareToolchain(), 'node_modules/.bin/workerd');
      return runSite(owner, [workerd, 'serve', join(folder, 'worker.capnp')], {
        folder,
        env: {},
        port,
      });
    },
  }));
