import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FrameworkId, LanguageId } from '../../contract/enums.ts';
import type { BrowserWords } from '../../catalogs/catalog.ts';

/** The page's language, for dates, numbers and the mails that it asks for. */
export const LANGUAGE = document.documentElement.lang;

/** The element that the server prepared for the page, with what it has to know. */
export const PLACE = document.getElementById('app') ?? document.body;

const {
  language = 'en',
  preview,
  startPage,
  maxFileBytes = '0',
  sendsReplies,
  frameworks = '{}',
} = PLACE.dataset;

/** The deployment behind the page. */
export const DEPLOYMENT = {
  language: language as LanguageId,
  /** Whether mails go to the mailbox at /preview. */
  preview: preview === 'true',
  /** Whether it has the page /start. */
  startPage: startPage === 'true',
  /** Bytes of all files of one submission; 0 where it takes none. */
  maxFileBytes: Number(maxFileBytes),
  /** Whether forms may answer their visitors. */
  sendsReplies: sendsReplies === 'true',
  /** The official name of each framework. */
  frameworks: JSON.parse(frameworks) as Readonly<Record<FrameworkId, string>>,
};

/** The words of the page in its language; the server generates their module from those of all pages. */
export async function loadWords<Words>(part: string): Promise<Words> {
  const url = new URL(`../../words/${part}/${DEPLOYMENT.language}.js`, import.meta.url);
  return ((await import(url.href)) as { words: Words }).words;
}

/** The words that every page has. */
export const shared = await loadWords<BrowserWords>('browser');

/** A text of the page with its placeholders filled in. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Announces something to screen readers. */
type Announce = (text: string) => void;

export const AnnounceContext = createContext<Announce>(() => undefined);

export const useAnnounce = (): Announce => useContext(AnnounceContext);
