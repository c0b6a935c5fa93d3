import type { MailFact } from '../../delivery/mail/mail-layout.ts';
import { disclose, type Disclosure } from '../channels/channels.ts';
import type { Route } from '../routes/route.ts';

/** What a mail says of each channel: where nothing is mailed to the inbox, and where it is. */
const LABELS: Record<Disclosure['channel'], { instead: string; also: string }> = {
  webhook: {
    instead: 'Submissions are not emailed but sent to a web address the requester chose',
    also: 'Submissions are also sent to a web address the requester chose',
  },
};

/** The places outside the inbox that a form delivers to, in the mails that ask for consent. */
export function disclosedFacts({ targets }: Pick<Route, 'targets'>): MailFact[] {
  return disclose(targets).map(({ channel, insteadOfMail, place, address }) => {
    const { instead, also } = LABELS[channel];
    return { label: insteadOfMail ? instead : also, value: `${place}\n${address}` };
  });
}
