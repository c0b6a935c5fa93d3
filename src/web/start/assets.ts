import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGES, wordsOf } from '../../words/languages.ts';

/** A module as browsers get it. */
export interface Asset {
  body: string;
  /** Strong validator (RFC 9110, 8.8.3). */
  etag: string;
}

const FOLDER = join(import.meta.dirname, 'browser');

/** `.ts` in a checkout, `.js` in the package. */
const EXTENSION = extname(import.meta.filename);

/** Packages that the page imports by name, and their file names next to its modules. */
const PACKAGES: Readonly<Record<string, string>> = {
  preact: 'preact.js',
  'preact/hooks': 'preact-hooks.js',
};

/** Rewrites imports for browsers: relative names that end in `.js`. Packages import only each other. */
function relink(source: string): string {
  return source.replace(
    /(\bfrom\s*)(["'])([^"'\n]+)\2/g,
    (_match, from: string, quote: string, name: string) => {
      const file = PACKAGES[name];
      const target = file === undefined ? name.replace(/\.ts$/, '.js') : `./${file}`;
      return `${from}${quote}${target}${quote}`;
    },
  );
}

/** Node's type stripping, without its warning that it is experimental. */
function stripTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

function toAsset(body: string): Asset {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  return { body, etag };
}

function ownModules(): [name: string, asset: Asset][] {
  return globSync(`**/*${EXTENSION}`, { cwd: FOLDER }).map((path) => {
    const source = readFileSync(join(FOLDER, path), 'utf8');
    const name = path.replaceAll('\\', '/').replace(/\.ts$/, '.js');
    return [name, toAsset(relink(EXTENSION === '.ts' ? stripTypes(source) : source))];
  });
}

/** The words of the page, one module per language, so that browsers load only what they show. */
function wordModules(): [name: string, asset: Asset][] {
  return LANGUAGES.map((language) => {
    const words = JSON.stringify(wordsOf(language).start);
    return [`words/${language}.js`, toAsset(`export const words = ${words};\n`)];
  });
}

/** Every module of the page by its name below /start/. Reads about fifteen small files. */
export function loadAssets(): ReadonlyMap<string, Asset> {
  const packages = Object.entries(PACKAGES).map(([specifier, name]): [string, Asset] => {
    const file = fileURLToPath(import.meta.resolve(specifier));
    return [name, toAsset(relink(readFileSync(file, 'utf8')))];
  });
  return new Map([...ownModules(), ...wordModules(), ...packages]);
}
