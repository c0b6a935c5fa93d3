import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
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

  it('workflows use actions of one exact commit, with no more rights than needed', () => {
    const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT });
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
