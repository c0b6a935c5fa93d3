import Negotiator from 'negotiator';
import { LIMITS } from '../contract/limits.ts';
import { LANGUAGE_IDS, type LanguageId } from '../contract/enums.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { Words } from './words.ts';
import { zh } from './zh.ts';

/** Every language there is. */
const WORDS: Readonly<Record<LanguageId, Words>> = { en, de, fr, es, zh };

export type Language = LanguageId;

export const LANGUAGES: readonly Language[] = LANGUAGE_IDS;

/** For everyone who reads none of the languages. */
export const [DEFAULT_LANGUAGE] = LANGUAGE_IDS;

export const wordsOf = (language: Language): Words => WORDS[language];

/** The best language for an Accept-Language header (RFC 9110, 12.5.4); too long a header is ignored. */
export function chooseLanguage(header: string | undefined): Language {
  if (header === undefined || header.length > LIMITS.acceptLanguageCharacters) {
    return DEFAULT_LANGUAGE;
  }
  const negotiator = new Negotiator({ headers: { 'accept-language': header } });
  const [best] = negotiator.languages([...LANGUAGES]);
  return LANGUAGES.find((language) => language === best) ?? DEFAULT_LANGUAGE;
}
