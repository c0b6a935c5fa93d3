import type { LanguageId } from '../../contract/enums.ts';
import { countLinks, withoutLinks } from './links.ts';

/** Scripts that the check distinguishes. Latin letters fit every form: English is everywhere. */
const LETTERS = {
  cyrillic: /\p{Script=Cyrillic}/gu,
  greek: /\p{Script=Greek}/gu,
  arabic: /\p{Script=Arabic}/gu,
  hebrew: /\p{Script=Hebrew}/gu,
  devanagari: /\p{Script=Devanagari}/gu,
  thai: /\p{Script=Thai}/gu,
  han: /\p{Script=Han}/gu,
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  hangul: /\p{Script=Hangul}/gu,
} as const;

type Script = keyof typeof LETTERS;
const SCRIPTS = Object.keys(LETTERS) as Script[];

/** Texts with Japanese or Korean letters have Chinese ones, too. */
const BESIDE: Partial<Record<Script, Script>> = { kana: 'han', hangul: 'han' };

const OF_LANGUAGE: Partial<Record<LanguageId, Script>> = { zh: 'han' };

/** Scripts of websites by the endings of their hosts, where our languages use another script. */
const OF_COUNTRY: Readonly<Record<Script, string>> = {
  cyrillic:
    'ru su by ua kz kg tj mn bg rs me mk ba xn--p1ai xn--j1amh xn--90ais xn--80ao21a xn--90a3ac',
  greek: 'gr cy xn--qxam',
  arabic: 'ae bh dz eg iq ir jo kw lb ly ma om pk ps qa sa sd sy tn ye',
  hebrew: 'il',
  devanagari: 'in np',
  thai: 'th',
  han: 'cn hk mo sg tw xn--fiqs8s',
  kana: 'jp',
  hangul: 'kr kp',
};

/** Characters that are looked at, in each text. */
const MOST_CHARACTERS = 2_000;

/** Letters that are more than a name. */
const LEAST = 16;

/** Quickly leaves out what has Latin letters, signs and emoji alone. */
const NEEDS_A_LOOK = /[\u0370-\u1cff\u3040-\ud7ff]/;

const countOf = (text: string, letters: RegExp) => text.match(letters)?.length ?? 0;

/** Signs of the scripts in which a form is used. */
export interface FormLanguage {
  language: LanguageId;
  /** The names of the form and its fields, by its owner and its page. */
  words: readonly string[];
  /** Where its page is. */
  hosts: readonly string[];
}

function scriptsOf({ language, words, hosts }: FormLanguage): ReadonlySet<Script> {
  const named = words.join(' ');
  const endings = hosts.map((host) => host.slice(host.lastIndexOf('.') + 1));
  const found = SCRIPTS.filter(
    (script) =>
      OF_LANGUAGE[language] === script ||
      countOf(named, LETTERS[script]) > 0 ||
      endings.some((ending) => OF_COUNTRY[script].split(' ').includes(ending)),
  );
  return new Set(found.flatMap((script) => [script, BESIDE[script] ?? script]));
}

/** Most letters of a text, links aside, and more of them than a name has. */
function isMostly(foreign: readonly Script[], withLinks: string): boolean {
  const text = withoutLinks(withLinks);
  const letters = foreign.reduce((sum, script) => sum + countOf(text, LETTERS[script]), 0);
  return letters >= LEAST && letters * 2 > countOf(text, /\p{L}/gu);
}

/**
 * True if a text with a link is mostly in a script that the form shows no sign of. Without a link
 * it is no reason: visitors write in their language.
 */
export function isForeignScript(all: readonly string[], form: () => FormLanguage): boolean {
  const texts = all
    .map((text) => text.slice(0, MOST_CHARACTERS))
    .filter((text) => countLinks(text) > 0 && NEEDS_A_LOOK.test(text));
  if (texts.length === 0) return false;
  const fitting = scriptsOf(form());
  const foreign = SCRIPTS.filter((script) => !fitting.has(script));
  return texts.some((text) => isMostly(foreign, text));
}
