import { holdsUrl, isVisible } from '../../platform/text/strangers-words.ts';
import { below, faultsOfLine, type Fault } from './schema-faults.ts';
import type { SettingRules } from './setting-rules.ts';
import { faultsOfPage, toUri } from './web-url.ts';

/** Mails have it beside the name of the form, so it is no link and hides nothing either. */
function* faultsOfName(name: string, path: string): Generator<Fault> {
  const ofLine = Array.from(faultsOfLine(name, path));
  if (ofLine.length > 0) yield* ofLine;
  else if (holdsUrl(name)) {
    yield { path, message: 'It must not contain "://", "//" or "www."; example.com is fine.' };
  } else if (!isVisible(name)) {
    yield { path, message: 'It must have a letter, digit or symbol, and no invisible characters.' };
  }
}

export const WEBSITE: SettingRules<'website'> = {
  *faults({ name, url }, path, beside) {
    yield* faultsOfName(name, below(path, 'name'));
    yield* faultsOfPage(url, below(path, 'url'), beside);
  },
  // The order of its members is no difference.
  normalise: ({ name, url }) => ({ name, url: toUri(url) }),
};
