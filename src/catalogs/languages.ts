import Negotiator from 'negotiator';
import { LIMITS } from '../contract/limits.ts';
import { LANGUAGE_IDS, type LanguageId } from '../contract/enums.ts';
import type { Words } from './catalog.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

/** A number of the limits by its path, like `inboxLinksPerHour.network`. */
function limitOf(path: string): number {
  const limit = path
    .split('.')
    .reduce((part: unknown, key) => Reflect.get(Object(part), key) as unknown, LIMITS);
  if (typeof limit !== 'number') throw new Error(`a catalog names an unknown limit: ${path}`);
  return limit;
}

/** A catalog with the numbers of the limits in its texts. */
function load(catalog: { tag: string }): Words {
  const text = JSON.stringify(catalog);
  const numbers = new Intl.NumberFormat(catalog.tag);
  return JSON.parse(
    text.replace(/\{limits\.([\w.]+)\}/g, (_, path: string) => numbers.format(limitOf(path))),
  ) as Words;
}

/** All languages. `test/catalogs/asked-words.test.ts` reports words that a catalog lacks. */
const CATALOGS: Readonly<Record<LanguageId, { tag: string }>> = { en, de, fr, es, zh };

export type Language = LanguageId;

export const LANGUAGES: readonly Language[] = LANGUAGE_IDS;

/** For readers of other languages. */
export const [DEFAULT_LANGUAGE] = LANGUAGE_IDS;

const loaded = new Map<Language, Words>();

/** The words of a language, loaded at first use, because a start needs few languages. */
export function wordsOf(language: Language): Words {
  const words = loaded.get(language) ?? load(CATALOGS[language]);
  loaded.set(language, words);
  return words;
}

/** The language of mails to a form's owner: from its settings, else the one of its creation. */
export const mailLanguageOf = (form: {
  settings: { language?: Language | undefined };
  language: Language;
}): Language => form.settings.language ?? form.language;

/** Cached headers: browsers send few different ones, and parsing one takes microseconds. */
const chosen = new Map<string, Language>();
const MOST_CHOSEN = 200;

/** The best language for an Accept-Language header (RFC 9110, 12.5.4). Ignores long headers. */
export function chooseLanguage(header: string | undefined): Language {
  if (header === undefined || header.length > LIMITS.acceptLanguageCharacters) {
    return DEFAULT_LANGUAGE;
  }
  const known = chosen.get(header);
  if (known) return known;
  const language = negotiate(header);
  if (chosen.size >= MOST_CHOSEN) chosen.clear();
  chosen.set(header, language);
  return language;
}

function negotiate(header: string): Language {
  const negotiator = new Negotiator({ headers: { 'accept-language': header } });
  const [best] = negotiator.languages([...LANGUAGES]);
  return LANGUAGES.find((language) => language === best) ?? DEFAULT_LANGUAGE;
}
