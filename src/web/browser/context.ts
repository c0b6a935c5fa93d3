import { createContext, hydrate, render, type ComponentChild } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import type { BrowserWords } from '../../catalogs/catalog.ts';
import { FACTS_ID, type PageFacts } from './page-facts.ts';

/** The deployment behind the page, and the words of the page. */
export const DEPLOYMENT = JSON.parse(
  document.getElementById(FACTS_ID)?.textContent ?? '{}',
) as PageFacts;

/** The page's language, for dates, numbers and the mails that it asks for. */
export const LANGUAGE = DEPLOYMENT.tag;

/** The words that every page has. */
export const shared = DEPLOYMENT.words.shared as BrowserWords;

/** Draws the page. What the service sent of it is kept if the page begins with that. */
export function draw(page: ComponentChild, isAsSent: boolean): void {
  const place = document.getElementById('app') ?? document.body;
  if (isAsSent) {
    hydrate(page, place);
    return;
  }
  place.replaceChildren();
  render(page, place);
}

/** What was typed into an element before the script arrived. */
export const typedBefore = (id: string): string => {
  const element = document.getElementById(id);
  return element && 'value' in element ? String(element.value) : '';
};

/** False in the page as it was sent, whose buttons cannot do anything yet. */
export function useReady(): boolean {
  const [isReady, setReady] = useState(false);
  useLayoutEffect(() => setReady(true), []);
  return isReady;
}

export { fill } from '../../catalogs/catalog.ts';

/** Announces something to screen readers. */
type Announce = (text: string) => void;

export const AnnounceContext = createContext<Announce>(() => undefined);

export const useAnnounce = (): Announce => useContext(AnnounceContext);
