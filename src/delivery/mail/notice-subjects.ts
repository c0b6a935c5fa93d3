import { looksOf } from '../../platform/text/look-alikes.ts';
import { LANGUAGES, wordsOf } from '../../words/languages.ts';

/** Letters of every script without spaces, marks and case, for those that do not resemble Latin. */
const lettersOf = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '');

const isLatin = (text: string) => /\p{Script=Latin}/u.test(text);

/** Words that only our own mails have in their subjects, in whichever language. */
const TELLING = LANGUAGES.flatMap((language) => wordsOf(language).mails.telling);
const LOOKS = TELLING.filter(isLatin).map(looksOf);
const LETTERS = TELLING.filter((words) => !isLatin(words)).map(lettersOf);

/** Whether a subject looks like that of a notice, even with look-alike letters. */
export function imitatesNotice(subject: string): boolean {
  const [looks, letters] = [looksOf(subject), lettersOf(subject)];
  return (
    LOOKS.some((words) => looks.includes(words)) || LETTERS.some((words) => letters.includes(words))
  );
}
