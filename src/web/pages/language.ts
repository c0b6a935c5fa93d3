import Negotiator from 'negotiator';
import { LIMITS } from '../../contract/limits.ts';

/** The languages of the pages; the first is for everyone who reads none of them. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'zh'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Language tags (BCP 47) for `lang` and Content-Language. */
export const LANGUAGE_TAGS: Record<Language, string> = {
  en: 'en',
  de: 'de',
  fr: 'fr',
  es: 'es',
  zh: 'zh-Hans',
};

const AVAILABLE = [...LANGUAGES];

/** The best language for an Accept-Language header (RFC 9110, 12.5.4). One of a silly length is none. */
export function chooseLanguage(header: string | undefined): Language {
  if (header === undefined || header.length > LIMITS.acceptLanguageCharacters) return LANGUAGES[0];
  const [best] = new Negotiator({ headers: { 'accept-language': header } }).languages(AVAILABLE);
  return (best as Language | undefined) ?? LANGUAGES[0];
}
