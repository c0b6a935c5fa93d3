import type { FormId } from '../../src/contract/names.ts';
import { copyPage } from '../../src/consent/decisions/copy-question.ts';
import { handOverPage } from '../../src/consent/decisions/hand-over.ts';
import { originPage } from '../../src/consent/decisions/limit-origin.ts';
import { quietPage } from '../../src/consent/decisions/quiet-form.ts';
import { notSpamPage, spamPage } from '../../src/consent/decisions/judge-spam.ts';
import { answersPage } from '../../src/consent/decisions/refuse-mails.ts';
import { copyStopPage } from '../../src/consent/decisions/stop-copy.ts';
import type { EmailAddress } from '../../src/platform/text/email-address.ts';
import { decisionPage, type PageCase } from './decision-page.ts';

const COPIED = {
  alias: 'Anfragen an die Schreinerei Lindholm – Büromöbel & Küchen',
  formId: 'cfm_7K2MNP4QRSTVWXYZ' as FormId,
};
const LIMITED = {
  route: { ...COPIED, settings: { origins: ['https://lindholm.example'] } },
  site: 'https://lindholm.example',
};
const REPORTED = { route: COPIED, challenge: 'off', next: 'suspicious', relaxed: [] } as const;
const MARKED = { route: COPIED, reasons: ['links', 'repeat'] } as const;

const ASKED = {
  formId: COPIED.formId,
  copy: { route: COPIED, address: 'colleague@a-rather-long-domain.example' as EmailAddress },
};
const ofCopy = (state: Parameters<typeof copyPage>[1]['state'], ...stops: string[]) =>
  decisionPage('copy', copyPage, { ...ASKED, state }, ...stops);

type Copy = Parameters<typeof copyStopPage>[1];
const ofStop = (
  kind: Copy['kind'],
  status: Copy['status'],
  { mailed = false, stops = [] as string[] } = {},
) => decisionPage('copy-stop', copyStopPage, { route: COPIED, kind, status, mailed }, ...stops);

const OFFERED = {
  to: 'client@a-rather-long-domain.example',
  form: {
    ...COPIED,
    address: 'client@a-rather-long-domain.example',
    endpoint: `https://forms.example/f/${COPIED.formId}`,
    elsewhere: [],
    settings: [
      { name: 'copies', after: ['colleague@a-rather-long-domain.example'] },
      { name: 'encryption', after: ['OpenPGP D1A6 6E1A 23B1 82C9 980F 788C FBFC C82A 015E 7330'] },
    ],
  },
} as const;
type Offer = Parameters<typeof handOverPage>[1];
const ofHandOver = (side: Offer['side'], state: Offer['state'], ...stops: string[]) =>
  decisionPage('hand-over', handOverPage, { ...OFFERED, side, state }, ...stops);

const INBOX = 'a[href$="/inbox"]';
const REFUSE = 'button[value=refuse]';
const ALLOW = 'button[value=allow]';
const UNDO = 'button[value=undo]';

type Stops = readonly string[];
const ofOrigin = (state: Parameters<typeof originPage>[1]['state'], ...stops: Stops) =>
  decisionPage('origin', originPage, { ...LIMITED, state }, ...stops, INBOX);
const ofSpam = (state: Parameters<typeof spamPage>[1], ...stops: Stops) =>
  decisionPage('spam', spamPage, state, ...stops, INBOX);
const ofNotSpam = (state: Parameters<typeof notSpamPage>[1]['state'], ...stops: Stops) =>
  decisionPage('not-spam', notSpamPage, { ...MARKED, state }, ...stops, INBOX);
const ofQuiet = (state: Parameters<typeof quietPage>[1], ...stops: Stops) =>
  decisionPage('quiet', quietPage, state, ...stops, INBOX);
const ofAnswers = (state: Parameters<typeof answersPage>[1], ...stops: Stops) =>
  decisionPage('answers', answersPage, state, ...stops);

/** Pages behind links of submissions (except those that stop a form) and automatic replies. */
export const MAIL_LINK_PAGES: Record<string, PageCase> = {
  'offer of copies': ofCopy('open', 'form[action=copy] button', REFUSE),
  'expired offer of copies': ofCopy('expired', REFUSE),
  'copies agreed to': ofCopy('confirmed'),
  'copies that have ended': ofCopy('ended'),
  'copies refused': ofCopy('refused', ALLOW),
  'offers of copies allowed again': ofCopy('allowed'),
  'stop copies': ofStop('stop', 'confirmed', { stops: ['form[action=copy-stop] button'] }),
  'ask whether to stop copies': ofStop('ask', 'confirmed', {
    stops: ['form[action=copy-stop] button'],
  }),
  'copies stopped': ofStop('stop', 'stopped', { stops: [UNDO] }),
  'copies stopped elsewhere': ofStop('ask', 'ended'),
  'link about copies sent': ofStop('ask', 'confirmed', { mailed: true }),
  'hand a form over': ofHandOver('owner', 'open', 'form[action=hand-over] button'),
  'other inbox asked to take a form over': ofHandOver('owner', 'asked'),
  'take a form over': ofHandOver('next', 'open', 'form[action=hand-over] button', REFUSE),
  'expired offer of a form': ofHandOver('next', 'expired', REFUSE),
  'form handed over': ofHandOver('next', 'done'),
  'offer of a form that has ended': ofHandOver('next', 'ended'),
  'offer of a form refused': ofHandOver('next', 'refused', ALLOW),
  'limit to a website': ofOrigin('open', 'form[action=origin] button'),
  'limited to a website': ofOrigin('limited'),
  'limited to other websites': ofOrigin('other'),
  'a link to limit a form that has ended': ofOrigin('ended'),
  'was it spam': ofSpam({ ...REPORTED, state: 'open' }, 'form[action=spam] button'),
  'was it spam, of a form that checks some': ofSpam(
    { ...REPORTED, challenge: 'suspicious', next: 'always', relaxed: ['links'], state: 'open' },
    'form[action=spam] button',
  ),
  'it was spam': ofSpam({ ...REPORTED, challenge: 'suspicious', state: 'done' }),
  'was it no spam': ofNotSpam('open', 'form[action=not-spam] button'),
  'it was no spam': ofNotSpam('relaxed', UNDO),
  'no notices of silence': ofQuiet(COPIED, 'form[action=quiet] button'),
  'notices of silence ended': ofQuiet({ ...COPIED, quiet: true }, UNDO),
  'stop automatic replies': ofAnswers('allowed', 'form[action=stop] button'),
  'automatic replies are stopped': ofAnswers('stopped', ALLOW),
  'automatic replies arrive again': ofAnswers('again'),
};
