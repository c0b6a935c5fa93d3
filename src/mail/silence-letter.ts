import { fill } from '../catalogs/catalog.ts';
import { nameOf, type WriteLetter } from './letter.ts';
import { button, closingLink, facts, paragraph } from './mail-layout.ts';

/** The mail about a form that usually delivers and fell silent. */
export const writeSilence: WriteLetter<'silence'> = (
  { last, silent, active, of, refused, ...about },
  words,
  form,
) => {
  const { silence: letter, attack, inboxPage, label } = words.mails;
  const { labels } = attack;
  const { checks } = letter;
  const came = (['challenged', 'refused', 'trapped'] as const)
    .filter((name) => refused[name] > 0)
    .map((name) => ({ label: labels[name], value: String(refused[name]) }));
  const look = [
    checks.page,
    ...(about.hasOrigins ? [checks.origins] : []),
    ...(about.challenge === 'off' ? [] : [checks.challenge]),
  ];
  const known = [
    nameOf(form, words),
    { label: words.facts.endpoint, value: about.endpoint },
    { label: letter.since.label, value: fill(letter.since.value, { date: last, days: silent }) },
    { label: letter.usual.label, value: fill(letter.usual.value, { active, of }) },
  ];
  const body = [
    paragraph(letter.explanation),
    facts(known, label),
    ...(came.length > 0 ? [paragraph(letter.refused), facts(came, label)] : []),
    facts([{ label: letter.check, value: look.join('\n') }], label),
    button({ label: inboxPage, url: about.inboxLink }, fill(label, { text: inboxPage })),
    closingLink(letter.once, { label: letter.quiet, url: about.quietLink }),
  ];
  return { ...letter, body, form: 'active' };
};
