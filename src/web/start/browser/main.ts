import { h, render } from 'preact';
import { App } from './app.ts';
import type { StartWords } from '../../../words/words.ts';

/** Renders the page into the element that the server prepared. */
async function start(place: HTMLElement): Promise<void> {
  const { language = 'en', preview } = place.dataset;
  // The server generates this module from the words of all pages.
  const url = new URL(`words/${language}.js`, import.meta.url);
  const { words } = (await import(url.href)) as { words: StartWords };
  const onCreated = () => document.querySelector('.languages')?.remove();
  place.replaceChildren();
  render(h(App, { words, preview: preview === 'true', onCreated }), place);
}

const place = document.getElementById('app');
if (place) await start(place);
