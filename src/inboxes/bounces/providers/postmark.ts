import { secretsEqual } from '../../../platform/secrets/keyed-hash.ts';
import type { Verdict } from '../failure-class.ts';
import { BOUNCE_VARIABLE } from '../return-path.ts';
import { membersOf, refused, textOf, type ReadReports } from './provider.ts';

/** Postmark's types of bounces that are about the mailbox; the others are about one message. */
const VERDICTS: ReadonlyMap<string, Verdict> = new Map([
  ['HardBounce', 'gone'],
  ['BadEmailAddress', 'gone'],
  ['ManuallyDeactivated', 'gone'],
  ['SoftBounce', 'full'],
  ['DnsError', 'full'],
  ['SpamComplaint', 'complaint'],
]);

/** The password of a URL, or the token of a header that the operator has Postmark send. */
function secretIn(authorization = ''): string {
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}

/** Webhooks of Postmark, which signs nothing: they bring a secret. */
export const createPostmarkReports =
  (secret: string): ReadReports =>
  async ({ readBody, authorization }) => {
    if (!secretsEqual(secretIn(authorization), secret)) throw refused();
    const event = membersOf(await readBody());
    const kind = textOf(event, 'RecordType');
    const verdict = VERDICTS.get(kind === 'SpamComplaint' ? kind : textOf(event, 'Type'));
    if (kind !== 'Bounce' && kind !== 'SpamComplaint') return [];
    const token = textOf(membersOf(event['Metadata']), BOUNCE_VARIABLE);
    return [{ token, verdict: verdict ?? 'message', recipient: textOf(event, 'Email') }];
  };
