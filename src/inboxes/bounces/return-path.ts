import type { Context } from '../../platform/context.ts';
import type { FormId } from '../../contract/form-id.ts';
import { bounceAddressOf, bounceTokenOf } from './bounce-token.ts';

/** What a mail has so that a report about it names its form and recipient. */
interface Traces {
  envelopeFrom?: string;
  /** Header fields: name and value. */
  traceFields: readonly (readonly [name: string, value: string])[];
}

/** The traces of a mail of this form to this address. */
export type ReturnPath = (formId: FormId, address: string) => Traces;

/** The header field of every mail that has a token; reports quote it. */
export const BOUNCE_FIELD = 'Letterslot-Bounce';

/** Under this name Postmark and Mailgun keep the token and report it. */
export const BOUNCE_VARIABLE = 'letterslot';

/** Undefined if bounces are not reported to this service: then mails are as they are without this feature. */
export function createReturnPath({ keyring, settings, now }: Context): ReturnPath | undefined {
  const address = settings.BOUNCE_ADDRESS;
  const postmarkSecret = settings.POSTMARK_BOUNCE_SECRET;
  const mailgunKey = settings.MAILGUN_SIGNING_KEY;
  const reports = [address, settings.SES_BOUNCE_TOPICS, postmarkSecret, mailgunKey];
  if (reports.every((value) => value === undefined)) return undefined;
  return (formId, recipient) => {
    const token = bounceTokenOf(keyring, formId, recipient, now());
    const traceFields: [string, string][] = [[BOUNCE_FIELD, token]];
    if (postmarkSecret !== undefined) traceFields.push([`X-PM-Metadata-${BOUNCE_VARIABLE}`, token]);
    if (mailgunKey !== undefined) {
      traceFields.push(['X-Mailgun-Variables', JSON.stringify({ [BOUNCE_VARIABLE]: token })]);
    }
    return address === undefined
      ? { traceFields }
      : { envelopeFrom: bounceAddressOf(address, token), traceFields };
  };
}
