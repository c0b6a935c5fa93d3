import { h, render } from 'preact';
import { App } from './app.ts';
import type { StartWords } from '../../../words/words.ts';

/** Brings the page to life in the element that the server left for it. */
async function start(place: HTMLElement): Promise<void> {
  const { language = 'en', preview } = place.dataset;
  // The server makes this module of the words that all pages have.
  const url = new URL(`words/${language}.js`, import.meta.url);
  const { words } = (await import(url.href)) as { words: StartWords };
  const onCreated = () => document.querySelector('.languages')?.remove();
  place.replaceChildren();
  render(h(App, { words, preview: preview === 'true', onCreated }), place);
}

const place = document.getElementById('app');
if (place) await start(place);
