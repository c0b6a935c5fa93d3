import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, stop, transform, type BuildOptions, type Metafile } from 'esbuild';
import { PAGE_STYLE } from '../../pages/page.ts';
import {
  APPS,
  digestOf,
  encodeBody,
  PACKAGE,
  type AppName,
  type Asset,
  type Pages,
} from '../bundled.ts';

const BROWSER = join(PACKAGE, 'src/web/browser');
const STYLE = join(BROWSER, 'style.css');

/** Sources of the pages that none of their files imports. */
const FURTHER_INPUTS = [import.meta.filename, join(PACKAGE, 'src/web/pages/page.ts'), STYLE].map(
  (path) => relative(PACKAGE, path),
);

interface Script {
  text: string;
  inputs: Metafile['inputs'];
}

/** Bundles a file of a page and all that it imports. */
async function bundle(
  app: AppName,
  file: string,
  options: Pick<BuildOptions, 'format' | 'globalName'>,
): Promise<Script> {
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: [join(BROWSER, app, file)],
    absWorkingDir: PACKAGE,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    target: 'es2022',
    logLevel: 'silent',
  });
  return { text: outputFiles[0]?.text ?? '', inputs: metafile.inputs };
}

/** A file whose name says what is in it, so that browsers keep it for good. */
async function toAsset(name: string, extension: 'js' | 'css', text: string): Promise<Asset> {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const { br, gzip, identity } = await encodeBody(text);
  return {
    name: `${name}.${digest}.${extension}`,
    br: br.toString('base64'),
    gzip: gzip.toString('base64'),
    identity: identity.toString('base64'),
  };
}

async function bundleApp(app: AppName) {
  const main = await bundle(app, 'main.ts', { format: 'esm' });
  const first = await bundle(app, 'first.ts', { format: 'iife', globalName: 'first' });
  const script = await toAsset(app, 'js', main.text);
  return { app, script, first: `${first.text}first.html`, inputs: [main.inputs, first.inputs] };
}

async function bundleStyle() {
  const style = PAGE_STYLE + readFileSync(STYLE, 'utf8');
  const { code } = await transform(style, { loader: 'css', minify: true });
  return toAsset('pages', 'css', code);
}

/** Makes the script of each page, their style, and what draws a page before its script runs. */
export async function bundlePages(): Promise<Pages> {
  try {
    const apps = await Promise.all(APPS.map(bundleApp));
    const imported = apps.flatMap(({ inputs }) => inputs.flatMap((each) => Object.keys(each)));
    const files = new Set([...imported, ...FURTHER_INPUTS]);
    return {
      inputs: Object.fromEntries(Array.from(files, (path) => [path, digestOf(path)])),
      style: await bundleStyle(),
      apps: Object.fromEntries(
        apps.map(({ app, script, first }) => [app, { script, first }]),
      ) as Pages['apps'],
    };
  } finally {
    await stop();
  }
}
