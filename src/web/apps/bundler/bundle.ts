import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build, stop, transform, type BuildOptions, type Metafile } from 'esbuild';
import { LANGUAGES } from '../../../catalogs/languages.ts';
import { formWords } from '../../../install/form-words.ts';
import { PAGE_STYLE } from '../../pages/look.ts';
import {
  APPS,
  digestOf,
  encodeBody,
  PACKAGE,
  type AppName,
  type Asset,
  type Pages,
} from '../assets.ts';

const BROWSER = join(PACKAGE, 'src/pages');
const STYLE = join(BROWSER, 'style.css');
const FORM_SCRIPTS = join(PACKAGE, 'src/install/script');

/** Sources of the pages that none of their files imports. */
const FURTHER_INPUTS = [
  import.meta.filename,
  STYLE,
  ...['web/pages/look/page.css', 'install/form-words.ts'].map((path) => join(PACKAGE, 'src', path)),
  ...LANGUAGES.map((language) => join(PACKAGE, 'src/catalogs', `${language}.json`)),
].map((path) => relative(PACKAGE, path));

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
    jsx: 'transform',
    jsxFactory: 'h',
    jsxFragment: 'Fragment',
    inject: [join(BROWSER, 'jsx.ts')],
    // Of the checkout, which the image is not built in.
    tsconfigRaw: {},
    write: false,
    metafile: true,
    target: 'es2022',
    logLevel: 'silent',
  });
  return { text: outputFiles[0]?.text ?? '', inputs: metafile.inputs };
}

async function encode(name: string, text: string): Promise<Asset> {
  const { br, gzip, identity } = await encodeBody(text);
  return {
    name,
    br: br.toString('base64'),
    gzip: gzip.toString('base64'),
    identity: identity.toString('base64'),
  };
}

/** A file whose name says what is in it, so that browsers keep it for good. */
function toAsset(name: string, extension: 'js' | 'css', text: string): Promise<Asset> {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return encode(`${name}.${digest}.${extension}`, text);
}

async function bundleApp(app: AppName) {
  const main = await bundle(app, 'main.tsx', { format: 'esm' });
  const first = await bundle(app, 'first.tsx', { format: 'iife', globalName: 'first' });
  const script = await toAsset(app, 'js', main.text);
  return { app, script, first: `${first.text}first.html`, inputs: [main.inputs, first.inputs] };
}

async function bundleStyle() {
  const style = PAGE_STYLE + readFileSync(STYLE, 'utf8');
  const { code } = await transform(style, { loader: 'css', minify: true });
  return toAsset('pages', 'css', code);
}

/** The script for forms on any website, and the solver, which it loads for a challenge alone. */
async function bundleFormScript() {
  const words = LANGUAGES.map((language) => [language, formWords(language).script]);
  const { outputFiles, metafile } = await build({
    // Names that stay, so that a page that was opened before an upgrade finds what it loads later.
    entryPoints: {
      form: join(FORM_SCRIPTS, 'form.ts'),
      'form-solver': join(FORM_SCRIPTS, 'solver.ts'),
    },
    absWorkingDir: PACKAGE,
    outdir: 'out',
    // As a string, which stays where it is used: an object would become a file of its own.
    define: { WORDS_OF_CATALOGS: JSON.stringify(JSON.stringify(Object.fromEntries(words))) },
    charset: 'utf8',
    format: 'esm',
    splitting: true,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    target: 'es2022',
    logLevel: 'silent',
  });
  const assets = await Promise.all(
    outputFiles.map(({ path, text }) => encode(basename(path), text)),
  );
  return { assets, inputs: metafile.inputs };
}

/** Builds each page's script, their style, and the code that renders pages before scripts run. */
async function bundleAll(): Promise<Pages> {
  const apps = await Promise.all(APPS.map(bundleApp));
  const formScript = await bundleFormScript();
  const inputs = [formScript.inputs, ...apps.flatMap((app) => app.inputs)];
  const paths = new Set([...inputs.flatMap((each) => Object.keys(each)), ...FURTHER_INPUTS]);
  return {
    inputs: Object.fromEntries(Array.from(paths, (path) => [path, digestOf(path)])),
    style: await bundleStyle(),
    apps: Object.fromEntries(
      apps.map(({ app, script, first }) => [app, { script, first }]),
    ) as Pages['apps'],
    formScript: formScript.assets,
  };
}

/** The process of esbuild ends with the task, so that it does not stay. */
export async function bundlePages(): Promise<Pages> {
  try {
    return await bundleAll();
  } finally {
    await stop();
  }
}
