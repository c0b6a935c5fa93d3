import type { ChallengePolicy } from '../contract/form-settings.ts';
import type { Suspicion } from '../contract/enums.ts';
import type { Words } from './words.ts';

/** What a mail says of a submission that is marked for these reasons. */
export function explainMark({ mails }: Words, suspicions: readonly Suspicion[]): string {
  const { marked, both, reasons } = mails.submission;
  return marked(suspicions.map((reason) => reasons[reason]).reduce(both));
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
