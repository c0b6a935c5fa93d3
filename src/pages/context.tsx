import { hydrate, render, type ComponentChild } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { BrowserWords, InboxPageWords, StartWords } from '../catalogs/catalog.ts';
import { fill } from '../catalogs/catalog.ts';
import { FACTS_ID, type PageFacts } from './page-facts.ts';

export { fill };

/** The deployment behind the page, and the words of the page. */
export const DEPLOYMENT = JSON.parse(
  document.getElementById(FACTS_ID)?.textContent ?? '{}',
) as PageFacts;

/** The page's language, for dates, numbers and the mails that it asks for. */
export const LANGUAGE = DEPLOYMENT.tag;

/** The words that every page has. */
export const shared = DEPLOYMENT.words.shared as BrowserWords;

/** The words of the page itself: those of /start, and those of /inbox. */
export const startWords = DEPLOYMENT.words.page as StartWords;
export const inboxWords = DEPLOYMENT.words.page as InboxPageWords;

/** A value with its name, as people of the page's language write it. */
export const pair = (name: string, value: string): string => fill(shared.pair, { name, value });

/** A number as people of the page's language write it. */
export const asNumber = new Intl.NumberFormat(LANGUAGE).format;

const DAY = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A day in UTC, as the counts and the month have it; all are near enough to need no year. */
export const asDay = (time: string): string => DAY.format(new Date(time));

/** A day in UTC that may be long ago. */
export const asDate = (time: string): string =>
  new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(time),
  );

export const asMoment = (time: string, dateStyle: 'long' | 'medium'): string =>
  new Intl.DateTimeFormat(LANGUAGE, { dateStyle, timeStyle: 'short' }).format(new Date(time));

/** Puts what the page shows before its title, unless that is its first view. */
export function useTitle(shown: string): void {
  useEffect(() => {
    const before = document.title;
    if (shown !== '') document.title = `${shown} · ${before}`;
    return () => {
      document.title = before;
    };
  }, [shown]);
}

/** The fragment that carries an address to the other page: it stays in the browser. */
export const carrying = (email: string): string =>
  email === '' ? '' : `#email=${encodeURIComponent(email)}`;

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

/** The text that was typed into an element before the script arrived. */
export const typedBefore = (id: string): string => {
  const element = document.getElementById(id);
  return element && 'value' in element ? String(element.value) : '';
};

/** The address that a link of the other page carried. */
function carriedEmail(): string {
  const [, email = ''] = /^#email=([^&]+)$/.exec(location.hash) ?? [];
  try {
    return decodeURIComponent(email);
  } catch {
    return '';
  }
}

/** The address for a step: the known one, one typed before the script arrived, or a carried one. */
export function useEmail(known = '') {
  const [email, setEmail] = useState(() => known || typedBefore('email'));
  // Only then, since elements that the service sent are kept as they are.
  useEffect(() => {
    if (email === '') setEmail(carriedEmail());
  }, []);
  return [email, setEmail] as const;
}

/** False in the page as it was sent, whose buttons cannot do anything yet. */
export function useReady(): boolean {
  const [isReady, setReady] = useState(false);
  useLayoutEffect(() => setReady(true), []);
  return isReady;
}

let say: (text: string) => void = () => undefined;

/** Announces something to screen readers. */
export const announce = (text: string): void => say(text);

/** The element that screen readers announce the text of; each page has one. */
export function Announcements() {
  const [said, setSaid] = useState('');
  say = setSaid;
  return (
    <p class="unseen" role="status">
      {said}
    </p>
  );
}
