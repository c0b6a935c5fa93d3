import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { isBundler } from '../scripts/lock-of-service.ts';
import { shrinkwrapOfPackage } from '../scripts/write-shrinkwrap.ts';
import { renderBillOfMaterials } from '../scripts/write-sbom.ts';

const ROOT = join(import.meta.dirname, '..');

interface Manifest {
  files?: string[];
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

interface Step {
  uses?: string;
  run?: string;
}

interface Job {
  environment?: string;
  permissions?: Record<string, string>;
  steps: Step[];
}

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  os?: string | string[];
  hasInstallScript?: boolean;
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const manifest = JSON.parse(read('package.json')) as Manifest;

const readLock = (path: string) =>
  (JSON.parse(read(path)) as { packages: Record<string, Locked> }).packages;

const LOCKED = ['.', 'site', 'test/client/generators', 'test/install/toolchain'];

const FOLDERS = [...LOCKED, 'src/web/apps/bundler', 'test/client'];

/** One version, or one version of a package under another name. */
const EXACT = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;

/** The packages below node_modules, by the path they are installed at. */
const installed = (packages: Record<string, Locked>) =>
  Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  );

const FOLDER = 'node_modules/';
const nameOf = (path: string) => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);

const workflowsIn = (): string[] => globSync('.github/workflows/*.yml', { cwd: ROOT });

const jobsOf = (path: string): [string, Job][] =>
  Object.entries((parse(read(path)) as { jobs: Record<string, Job> }).jobs);

/** Programs of the runner that a publishing job may run, on files with a verified digest. */
const PUBLISHING = [
  /^actions\/(?:setup-node|download-artifact|deploy-pages)@[\da-f]{40}$/,
  /^echo "\$DIGESTS" \| sha512sum --check --strict$/,
  /^npm publish "\.\/letterslot-\$\{GITHUB_REF_NAME#v\}\.tgz" --provenance --ignore-scripts\b/,
  /^gh release create /,
];

/** True if a job could publish the package, its release or the pages in the name of the project. */
const canPublish = ({ environment, permissions = {} }: Job) =>
  environment !== undefined ||
  ['id-token', 'contents', 'pages'].some((of) => permissions[of] === 'write');

describe('the supply chain', () => {
  for (const folder of FOLDERS) {
    it(`dependencies have exact versions in ${folder}/package.json`, () => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
        read(`${folder}/package.json`),
      ) as Manifest;
      const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
      assert.ok(all.length > 0);
      for (const [name, version] of all) assert.match(version, EXACT, name);
    });
  }

  for (const folder of LOCKED) {
    const path = join(folder, 'package-lock.json');
    it(`packages have digests and no fixed registry in ${path}`, () => {
      const packages = installed(readLock(path));
      assert.ok(packages.length > 50);
      for (const [name, { integrity, resolved }] of packages) {
        assert.match(integrity ?? '', /^sha512-/, name);
        assert.equal(resolved, undefined, name);
      }
    });
  }

  it('packages are locked at the versions that package.json names', () => {
    const packages = readLock('package-lock.json');
    const { dependencies, optionalDependencies } = manifest;
    for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      assert.equal(packages[`node_modules/${name}`]?.version, version, name);
    }
  });

  it('the shrinkwrap has the tested version of every package, for each platform and any registry', () => {
    const all = Object.entries(shrinkwrapOfPackage().packages);
    const root: Record<string, unknown> = all[0]?.[1] ?? {};
    assert.equal(all[0]?.[0], '');
    assert.deepEqual(
      Object.keys(root['dependencies'] ?? {}),
      Object.keys(manifest.dependencies ?? {}),
    );
    for (const tools of ['devDependencies', 'workspaces', 'optionalDependencies']) {
      assert.equal(root[tools], undefined, tools);
    }
    const shipped = installed(readLock('package-lock.json')).filter(
      ([path, { dev, os }]) => !dev && !os && !isBundler(path),
    );
    assert.deepEqual(all.slice(1), shipped);
    for (const [path, { resolved, cpu }] of all.slice(1)) {
      assert.deepEqual([resolved, cpu], [undefined, undefined], path);
    }
    assert.ok(manifest.files?.includes('npm-shrinkwrap.json'));
    assert.match(manifest.scripts?.['prepack'] ?? '', /write-shrinkwrap\.ts$/);
    assert.match(manifest.scripts?.['postpack'] ?? '', /npm-shrinkwrap\.json/);
    assert.equal(
      existsSync(join(ROOT, 'npm-shrinkwrap.json')),
      false,
      'npm reads it before the lock',
    );
  });

  it('packages run no code when they are installed', () => {
    const packages = installed(readLock('package-lock.json'));
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
    for (const [path, { dev }] of scripted) {
      const name = nameOf(path);
      assert.ok(dev === true || isBundler(path), `${name} is part of the service`);
      assert.equal(manifest.allowScripts?.[name], false, name);
    }
    const own = ['preinstall', 'install', 'postinstall', 'prepare'];
    assert.deepEqual(
      own.filter((name) => manifest.scripts?.[name] !== undefined),
      [],
    );
    assert.match(read('Dockerfile'), /^RUN npm ci .*--ignore-scripts/m);
  });

  it('a job that can publish has no checkout, installs nothing and runs no code of the tree', () => {
    const found: string[] = [];
    for (const path of workflowsIn()) {
      for (const [name, job] of jobsOf(path).filter(([, each]) => canPublish(each))) {
        found.push(name);
        for (const { uses, run } of job.steps) {
          for (const line of (uses ?? run ?? '').trim().split('\n')) {
            assert.ok(
              PUBLISHING.some((pattern) => pattern.test(line)),
              `${path}, ${name}: ${line}`,
            );
          }
        }
      }
    }
    assert.deepEqual(found.toSorted(), ['publish', 'publish', 'release']);
  });

  it('the package is checked by a digest that the job has handed over that packed it', () => {
    const jobs = Object.fromEntries(jobsOf('.github/workflows/release.yml'));
    const linesOf = (name: string) =>
      jobs[name]?.steps.map(({ uses, run }) => uses ?? run ?? '') ?? [];
    for (const name of ['publish', 'release']) {
      const lines = linesOf(name);
      const at = (start: string) => lines.findIndex((line) => line.startsWith(start));
      assert.ok(at('actions/download-artifact@') < at('echo "$DIGESTS"'), name);
      assert.ok(at('echo "$DIGESTS"') < Math.max(at('npm publish'), at('gh release')), name);
    }
    const packing = linesOf('pack').filter((line) => /^npm (?:ci|install)\b/.test(line));
    assert.equal(packing.length, 2);
    for (const line of packing) assert.match(line, / --ignore-scripts .*--workspace=/);
    assert.match(packing[0] ?? '', /^npm ci --ignore-scripts --omit=dev /);
    assert.equal(jobs['pack']?.permissions, undefined, 'contents: read of the workflow');
    assert.equal(jobs['test']?.permissions, undefined);
  });

  it('images have an exact tag, or a digest as well, which a bot writes and raises', () => {
    const files = ['Dockerfile', ...globSync('deploy/**/*.yaml', { cwd: ROOT })];
    const images = files.flatMap((path) =>
      Array.from(
        read(path).matchAll(/^(?:FROM|\s+(?:- )?image:) +(\S+)/gm),
        ([, image = '']) => image,
      ),
    );
    const others = images.filter(
      (image) => !/^(?:scratch$|letterslot\b|ghcr\.io\/letterslot\/)/.test(image),
    );
    assert.ok(others.length >= 4, images.join(' '));
    for (const image of others) assert.match(image, /^[\w./-]+:\d[\w.-]*(?:@sha256:[\da-f]{64})?$/);
    const bot = JSON.parse(read('.github/renovate.json')) as Record<string, string[]>;
    assert.ok(bot['extends']?.includes('docker:pinDigests'));
    for (const manager of ['dockerfile', 'docker-compose', 'github-actions', 'npm']) {
      assert.ok(bot['enabledManagers']?.includes(manager), manager);
    }
  });

  it('workflows use actions of one exact commit, with no more rights than needed', () => {
    const workflows = workflowsIn();
    assert.ok(workflows.length > 1);
    for (const path of workflows) {
      const text = read(path);
      assert.match(text, /^permissions:\n {2}contents: read$/m, path);
      if (!path.endsWith('site.yml')) assert.match(text, /^ +- run: \.ci\/run$/m, path);
      for (const [line] of text.matchAll(/^.*\buses:.*$/gm)) {
        assert.match(line, /uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/, path);
      }
    }
  });

  it('the bill of materials lists all packages and nothing else', () => {
    const { bomFormat, components } = JSON.parse(renderBillOfMaterials()) as {
      bomFormat: string;
      components: { name: string; version: string }[];
    };
    assert.equal(bomFormat, 'CycloneDX');
    const shipped = installed(readLock('package-lock.json')).filter(
      ([path, { dev }]) => dev !== true && !isBundler(path),
    );
    const expected = shipped.map(([path, { version }]) => `${nameOf(path)}@${version}`);
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      assert.ok(
        expected.some((one) => one.startsWith(`${name}@`)),
        name,
      );
    }
    const listed = components.map(({ name, version }) => `${name}@${version}`);
    assert.deepEqual(new Set(listed), new Set(expected));
  });
});
