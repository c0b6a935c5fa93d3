import type { ChallengePolicy } from '../contract/form-settings.ts';
import type { Suspicion } from '../contract/enums.ts';
import { fill, type Words } from './catalog.ts';

/** The sentence of a mail whose submission is marked for these reasons. */
export function explainMark({ mails }: Words, suspicions: readonly Suspicion[]): string {
  const { marked, both, reasons } = mails.submission;
  const all = suspicions.map((reason) => reasons[reason]);
  return fill(marked, { reasons: all.reduce((one, other) => fill(both, { one, other })) });
}

/** Which submissions a form asks a challenge of, now and after a step: a label, and a line for each. */
export function describeChallenges(
  { settings, inbox }: Words,
  before: ChallengePolicy,
  after: ChallengePolicy,
): { name: string; lines: string[] } {
  const { options } = inbox.settings.challenge;
  const lines =
    before === after
      ? [options[after]]
      : [`${settings.before}: ${options[before]}`, `${settings.after}: ${options[after]}`];
  return { name: settings.names.challenge, lines };
}
