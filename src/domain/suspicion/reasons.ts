import { SUSPICIONS, type Suspicion } from '../../contract/words.ts';
import type { Fields } from '../submissions/fields.ts';
import { isForeignTrap } from '../fields/field-names.ts';
import { valuesIn } from '../submissions/traps.ts';

/** What a submission says by itself. */
export interface Content {
  /** Every field as it was posted. */
  given: Fields;
  /** Everything that its mail shows: the subject, and the values of fields. */
  texts: readonly string[];
}

/** The parts of a submission that are judged; its mail shows `subject` and `fields`. */
interface Judged {
  given: Fields;
  subject?: string;
  fields: Fields;
}

export const contentOf = ({ given, subject = '', fields }: Judged): Content => ({
  given,
  texts: [subject, ...Array.from(fields.values()).flat()],
});

/** What is known where a submission is admitted. */
export interface Circumstances {
  /** Whether the same was sent to the same form a few times already. */
  isRepeated: boolean;
}

/** Why a submission is marked, by what a reason needs to know. */
type Reason =
  | { needs: 'content'; isGiven(content: Content): boolean }
  | { needs: 'circumstances'; isGiven(circumstances: Circumstances): boolean };

/** Number of web addresses from which a submission looks odd. */
const MANY_LINKS = 5;

/** No part of either pattern can match in two ways, so both run in linear time. */
const LINK = /https?:\/\/(?:www\.)?|\bwww\./gi;
const LINK_MARKUP = /\[url[=\]]|<a\s{1,8}href\s{0,8}=/i;

const linksIn = (texts: readonly string[]) =>
  texts.reduce((count, text) => count + (text.match(LINK)?.length ?? 0), 0);

/** Every reason to mark a submission; none of them drops it. */
const REASONS: Readonly<Record<Suspicion, Reason>> = {
  links: { needs: 'content', isGiven: ({ texts }) => linksIn(texts) >= MANY_LINKS },
  markup: {
    needs: 'content',
    isGiven: ({ texts }) => texts.some((text) => LINK_MARKUP.test(text)),
  },
  foreign_trap: {
    needs: 'content',
    isGiven: ({ given }) => valuesIn(given, isForeignTrap).length > 0,
  },
  repeat: { needs: 'circumstances', isGiven: ({ isRepeated }) => isRepeated },
};

/** Whether a submission is suspicious by itself, at any form. */
export const isOdd = (content: Content): boolean =>
  Object.values(REASONS).some((reason) => reason.needs === 'content' && reason.isGiven(content));

/** All reasons to mark a submission, in the order of `SUSPICIONS`. */
export const findReasons = (content: Content, circumstances: Circumstances): Suspicion[] =>
  SUSPICIONS.filter((name) => {
    const reason = REASONS[name];
    return reason.needs === 'content' ? reason.isGiven(content) : reason.isGiven(circumstances);
  });
