import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGES, wordsOf, type Language } from '../../catalogs/languages.ts';
import type { InboxPageWords } from '../../catalogs/catalog.ts';

/** A module as browsers get it. */
export interface Asset {
  body: string;
  /** Strong validator (RFC 9110, 8.8.3). */
  etag: string;
}

/** The root of the code: modules of browsers have the same paths below it. */
const SOURCE = join(import.meta.dirname, '..', '..');

/** `.ts` in a checkout, `.js` in the package. */
const EXTENSION = extname(import.meta.filename);

/** The pages that run in the browser; the module of each is `web/browser/<page>/main.js`. */
export const APPS = ['start', 'inbox'] as const;
export type AppName = (typeof APPS)[number];

/** Packages that modules import by name, and where browsers find them. */
const PACKAGES: Readonly<Record<string, string>> = {
  preact: 'packages/preact.js',
  'preact/hooks': 'packages/preact-hooks.js',
};

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

/** The relative URL by which the module `name` imports the module `other`. */
function urlBetween(name: string, other: string): string {
  const path = posix.relative(dirname(name), other);
  return path.startsWith('.') ? path : `./${path}`;
}

/** What an import or re-export ends with; a name of a module has no spaces, other texts after a `from` do. */
const IMPORT = /(\bfrom\s*)(["'])([\w./@-]+)\2/g;

/** Rewrites imports for browsers; `imported` gets the name of each of the service's own modules. */
function relink(name: string, source: string, imported: (other: string) => void): string {
  return source.replace(IMPORT, (_match, from: string, quote: string, specifier: string) => {
    const file = PACKAGES[specifier];
    const isOwn = file === undefined;
    if (isOwn && !specifier.startsWith('.')) {
      throw new Error(`${name} imports ${specifier}, which browsers do not have`);
    }
    const other = file ?? posix.join(dirname(name), specifier.replace(/\.ts$/, '.js'));
    if (isOwn) imported(other);
    return `${from}${quote}${urlBetween(name, other)}${quote}`;
  });
}

/** Adds a module and all that it imports; imports of types alone are gone by then. */
function addModule(name: string, assets: Map<string, Asset>): void {
  if (assets.has(name)) return;
  const path = join(SOURCE, name.replace(/\.js$/, EXTENSION));
  const source = readFileSync(path, 'utf8');
  const imported: string[] = [];
  const code = EXTENSION === '.ts' ? stripTypes(source) : source;
  assets.set(name, toAsset(relink(name, code, (other) => imported.push(other))));
  for (const other of imported) addModule(other, assets);
}

/** The words of /inbox with those of mails and pages that it shows examples of. */
function inboxWords(language: Language): InboxPageWords {
  const { inbox, settings, accepted, mails, start } = wordsOf(language);
  const { title, thanks, backTo } = accepted;
  const shown = { via: mails.submission.via, title, thanks, back: backTo };
  const languages = LANGUAGES.map((id) => [id, wordsOf(id).name]);
  return {
    ...inbox,
    names: settings.names,
    languageNames: Object.fromEntries(languages) as InboxPageWords['languageNames'],
    preview: { ...inbox.preview, ...shown },
    test: { ...inbox.test, ...start.test },
  };
}

/** The words of the pages, one module for each language, so that browsers load only what they show. */
function wordModules(language: Language): [name: string, asset: Asset][] {
  const { browser, start } = wordsOf(language);
  return Object.entries({ browser, start, inbox: inboxWords(language) }).map(([part, words]) => {
    const body = `export const words = ${JSON.stringify(words)};\n`;
    return [`words/${part}/${language}.js`, toAsset(body)];
  });
}

/** Every module of the pages by its name below /modules/. Reads about thirty small files. */
export function loadAssets(): ReadonlyMap<string, Asset> {
  const assets = new Map(LANGUAGES.flatMap(wordModules));
  for (const app of APPS) addModule(`web/browser/${app}/main.js`, assets);
  for (const [specifier, name] of Object.entries(PACKAGES)) {
    const file = fileURLToPath(import.meta.resolve(specifier));
    assets.set(name, toAsset(relink(name, readFileSync(file, 'utf8'), () => undefined)));
  }
  return assets;
}
