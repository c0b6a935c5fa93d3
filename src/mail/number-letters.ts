import { quotable } from '../platform/text/strangers-words.ts';
import type { ChallengePolicy } from '../contract/form-settings.ts';
import { describeCount, describeDay, fill } from '../catalogs/catalog.ts';
import { nameOf, sayContact, type WriteLetter } from './letter.ts';
import { button, closingLink, facts, list, numbers, paragraph } from './mail-layout.ts';

interface Quota {
  /** Percent of the month that was reached; 100 means that nothing is left. */
  level: number;
  used: number;
  limit: number;
  /** When the month ends. */
  resetsAt: Date;
}

/** Tells an inbox how much of its month is used. */
export const writeQuota: WriteLetter<Quota> = (about, words, _form, { operator, contact }) => {
  const { level, used, limit, resetsAt } = about;
  const { quota, label } = words.mails;
  const { why } = quota;
  const count = (number: number) => describeCount(words.tag, number);
  const use = fill(quota.use.value, { used: count(used), limit: count(limit) });
  const known = [
    { label: quota.use.label, value: use },
    { label: quota.resets, value: `${describeDay(words.tag, resetsAt)}, 00:00 UTC` },
  ];
  const { subject, explanation } = level === 100 ? quota.reached : quota.used;
  const body = [
    paragraph(explanation),
    facts(known, label),
    sayContact(fill(quota.raise, { operator }), contact),
  ];
  return { subject: fill(subject, { percent: level }), why, body, form: 'active' };
};

interface Attack {
  /** Never sent for `always`. */
  challenge: ChallengePolicy;
  counts: { delivered: number; challenged: number; refused: number; trapped: number };
  /** How many of the delivered ones were marked, as far as this node knows. */
  marked: number;
  link: string;
}

/** Says that far more comes to a form than people send, with what was done about it today. */
export const writeAttack: WriteLetter<Attack> = (
  { challenge, counts, marked, link },
  words,
  form,
) => {
  const { attack: letter, label } = words.mails;
  const { labels } = letter;
  const outcomes = [
    [labels.challenged, counts.challenged],
    [labels.refused, counts.refused],
    [labels.trapped, counts.trapped],
    [labels.marked, marked],
    [labels.delivered, counts.delivered],
  ] as const;
  const shown = outcomes
    .filter(([, count]) => count > 0)
    .map(([name, count]) => ({ label: name, value: describeCount(words.tag, count) }));
  const body = [
    paragraph(challenge === 'off' ? letter.unguarded : letter.explanation),
    facts([nameOf(form, words)], label),
    paragraph(letter.numbers),
    numbers(shown, label),
    button({ label: letter.button, url: link }, fill(label, { text: letter.button })),
    paragraph(letter.once),
  ];
  return { ...letter, body, form: 'active' };
};

interface Silence {
  /** The day of the last delivery, and how many whole days are without one since then. */
  last: Date;
  silent: number;
  /** On how many of how many days before something was delivered. */
  active: number;
  of: number;
  /** The submissions since then, by outcome. */
  refused: { challenged: number; refused: number; trapped: number };
  /** The website of the form, if its settings name one. */
  page: string | undefined;
  endpoint: string;
  hasOrigins: boolean;
  challenge: ChallengePolicy;
  quietLink: string;
}

/** Says that a form usually delivers and has fallen silent. */
export const writeSilence: WriteLetter<Silence> = (about, words, form, { inboxLink }) => {
  const { last, silent, active, of, refused, page } = about;
  const { silence: letter, attack, inboxPage, label } = words.mails;
  const { checks } = letter;
  const came = (['challenged', 'refused', 'trapped'] as const)
    .filter((name) => refused[name] > 0)
    .map((name) => ({
      label: attack.labels[name],
      value: describeCount(words.tag, refused[name]),
    }));
  const look = [
    checks.page,
    ...(about.hasOrigins ? [checks.origins] : []),
    ...(about.challenge === 'off' ? [] : [checks.challenge]),
    checks.command,
  ];
  const date = describeDay(words.tag, last);
  const known = [
    nameOf(form, words),
    ...(page === undefined ? [] : [{ label: words.settings.names.website, value: quotable(page) }]),
    { label: words.facts.endpoint, value: about.endpoint },
    { label: letter.since.label, value: fill(letter.since.value, { date, days: silent }) },
    { label: letter.usual.label, value: fill(letter.usual.value, { active, of }) },
  ];
  const body = [
    paragraph(letter.explanation),
    facts(known, label),
    ...(came.length > 0 ? [paragraph(letter.refused), numbers(came, label)] : []),
    list(fill(label, { text: letter.check }), look),
    button({ label: inboxPage, url: inboxLink() }, fill(label, { text: inboxPage })),
    closingLink(letter.once, { label: letter.quiet, url: about.quietLink }),
  ];
  return { ...letter, body, form: 'active', leadsToInbox: true };
};
