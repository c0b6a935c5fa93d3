import type { Language } from '../language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { zh } from './zh.ts';
import type { Words } from './words.ts';

const WORDS: Record<Language, Words> = { en, de, fr, es, zh };

export function wordsOf(language: Language): Words {
  return WORDS[language];
}
