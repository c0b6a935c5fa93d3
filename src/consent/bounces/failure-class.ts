/**
 * A report about the recipient. `gone`: mail no longer arrives. `full`: mail does not arrive now.
 * `complaint`: the reader called the mail spam. `message`: only this message was refused, or the
 * cause is unknown.
 */
export type Verdict = 'gone' | 'full' | 'complaint' | 'message';

/**
 * Enhanced status codes (RFC 3463; 1.10 of RFC 7505) that are about the mailbox or its domain. 1.4,
 * 1.7 to 1.9 and all of 3, 5, 6 and 7 are about the message, its sender or the mail servers
 * between.
 */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  '5.1.1': 'gone',
  '5.1.2': 'gone',
  '5.1.3': 'gone',
  '5.1.6': 'gone',
  '5.1.10': 'gone',
  '5.4.4': 'gone',
  // About the address in RFC 3463; many servers refuse a sender with it.
  '5.1.0': 'full',
  // Disabled in RFC 3463; Gmail uses it when mail comes too fast, which visitors can cause.
  '5.2.1': 'full',
  '5.2.2': 'full',
  '5.4.7': 'full',
  // A mail server that gave up after days: `Action` is `failed`, the status that of its last try.
  '4.2.1': 'full',
  '4.2.2': 'full',
  '4.4.1': 'full',
  '4.4.3': 'full',
  '4.4.4': 'full',
  '4.4.7': 'full',
};

/** The verdict of the status of a failed recipient, like `5.1.1`. */
export function verdictOfStatus(status: string): Verdict {
  const [code = ''] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(status) ?? [];
  return VERDICTS[code] ?? 'message';
}
