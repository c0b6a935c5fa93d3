import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FrameworkId } from '../../../contract/words.ts';
import type { StartWords } from '../../../words/words.ts';

/** The page's language, for dates, numbers and the mails that it asks for. */
export const LANGUAGE = document.documentElement.lang;

/** A text of the page with its placeholders filled in. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Shared by all parts of the page. */
interface Page {
  words: StartWords;
  /** The official name of each framework. */
  frameworks: Readonly<Record<FrameworkId, string>>;
  /** Announces something to screen readers. */
  announce(text: string): void;
}

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('there is no page around this part');
  return page;
}
