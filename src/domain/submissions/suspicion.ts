import type { Suspicion } from '../../contract/words.ts';
import { valuesIn, isForeignTrap } from './traps.ts';
import type { Fields } from './fields.ts';

/** Number of web addresses from which a submission looks odd. */
const MANY_LINKS = 5;

/** No part of either pattern can match in two ways, so both run in linear time. */
const LINK = /https?:\/\/(?:www\.)?|\bwww\./gi;
const LINK_MARKUP = /\[url[=\]]|<a\s{1,8}href\s{0,8}=/i;

/** The suspicions about a submission; `texts` has everything that its mail shows. */
export function suspect(given: Fields, texts: readonly string[]): Suspicion[] {
  const reasons: Suspicion[] = [];
  const links = texts.reduce((count, text) => count + (text.match(LINK)?.length ?? 0), 0);
  if (links >= MANY_LINKS) reasons.push('links');
  if (texts.some((text) => LINK_MARKUP.test(text))) reasons.push('markup');
  if (valuesIn(given, isForeignTrap).length > 0) reasons.push('foreign_trap');
  return reasons;
}
