import type { ChallengePolicy, SettingName } from '../contract/form-settings.ts';
import type { Suspicion } from '../contract/enums.ts';
import type { OwnerMailName } from '../platform/log/events.ts';
import { breakLinks, inert } from '../platform/text/strangers-words.ts';
import { describeCount, explainMark, fill } from '../catalogs/catalog.ts';
import { describeChallenges, describeChange, type Change } from '../catalogs/describe-change.ts';
import { factsOf, nameOf, offerLetter, plainLetter, shortUrl, type WriteLetter } from './letter.ts';
import type { Disclosure } from './mail-facts.ts';
import { button, closingLink, facts, paragraph } from './mail-layout.ts';
import { writeAttack, writeQuota, writeSilence } from './number-letters.ts';

/** A line of a change, which its reader may not want: the page shows it as it is. */
function showLine(name: SettingName, line: string): string {
  // A fingerprint is to be compared, digit by digit.
  if (name === 'encryption') return line;
  return inert(name === 'targets' ? line.replace(/https:\/\/\S+/, shortUrl) : line);
}

type Asked = { endpoint: string; disclosed: readonly Disclosure[]; link: string };

/** Asks for consent. Its subject has no words of the requester: strangers may get it (ADR 30). */
const writeConfirm: WriteLetter<Asked & { refuseLink: string }> = (about, words, form, head) => {
  const { confirm, label } = words.mails;
  const known = [
    nameOf(form, words),
    { label: words.facts.inbox, value: form.address },
    { label: words.facts.endpoint, value: about.endpoint },
    ...factsOf(about.disclosed, words),
  ];
  const open = { label: confirm.button, url: about.link };
  const body = [
    paragraph(confirm.explanation),
    facts(known, label),
    button(open, fill(label, { text: confirm.instruction })),
    paragraph(confirm.lifetime, confirm.opens),
    closingLink(confirm.ignore, { label: confirm.refuse, url: about.refuseLink }),
  ];
  const subject = fill(confirm.subject, { operator: head.operator });
  return { ...confirm, subject, body, notes: [confirm.notStored], form: 'asked' };
};

/** Contains the link that manages an inbox's forms. Anybody can request it, so it names no form. */
const writeInbox: WriteLetter<Link> = ({ link }, words, { address }) => {
  const { inbox: letter, label } = words.mails;
  const open = fill(letter.button, { email: address });
  const body = [
    paragraph(letter.explanation),
    button({ label: open, url: link }, fill(label, { text: open })),
    paragraph(letter.lifetime),
    paragraph(letter.ignore),
  ];
  return { ...letter, body, form: 'asked' };
};

/** A new form; `share` is the monthly limit of all unapproved forms of its inbox. */
type NewForm = Asked & { share: { deliveries: number; limit: number } | undefined };

type Link = { link: string };
type Disclosed = { disclosed: readonly Disclosure[] };
type Challenges = { before: ChallengePolicy; challenge: ChallengePolicy; link?: never };
/** Its button leads to the page with the forms of the inbox. */
type NoFacts = { link?: never };

export interface MailRow {
  /** The subject names the form if its reader has forms; a `new` one has no consent yet. */
  form?: 'own' | 'new';
  /** A budget of inboxes/mail-budget.ts; without one, the caller says what limits the mail. */
  budget?: string;
  write: WriteLetter<never>;
}

/** Every kind of mail about a form: its facts, its letter in a language, and its budget. */
export const LETTERS = {
  confirm: { write: writeConfirm },
  /** Asks an inbox whether it wants copies of a form's messages; `route` has its address. */
  copy_ask: { write: offerLetter('copy_ask') },
  /** Asks a copy's reader whether to end it: others may have pressed. No form, no other links. */
  copy_stop: { form: 'own', write: plainLetter<Link>('copy_stop', 'asked') },
  /** Asks the owner whether another inbox may get the form. */
  hand_over_ask: {
    form: 'own',
    budget: 'proposal',
    write: plainLetter<{ to: string; link: string }>(
      'hand_over_ask',
      'active',
      ({ to }, words) => ({
        about: [{ label: words.mails.hand_over_ask.to, value: inert(to) }],
      }),
    ),
  },
  /** Asks that inbox; `route` has its address. */
  hand_over_offer: { write: offerLetter('hand_over_offer') },
  /** Confirms a transfer to the former owner, whose address `route` has, and to the new one. */
  handed_over: {
    form: 'own',
    budget: 'stop',
    write: plainLetter<NoFacts>('handed_over', 'stopped'),
  },
  taken_over: {
    form: 'own',
    budget: 'notice',
    write: plainLetter<NoFacts>('taken_over', 'active'),
  },
  /** Tells a confirmed inbox about another form, which is active at once. */
  new_form: {
    form: 'new',
    budget: 'notice',
    write: plainLetter<NewForm>('new_form', 'active', ({ endpoint, disclosed, share }, words) => {
      const { explanation, approve, approveUntil, decline } = words.mails.new_form;
      const count = (number: number) => describeCount(words.tag, number);
      const until =
        share &&
        fill(approveUntil, { deliveries: count(share.deliveries), limit: count(share.limit) });
      return {
        texts: [explanation, until ?? approve, decline],
        about: [{ label: words.facts.endpoint, value: endpoint }, ...factsOf(disclosed, words)],
      };
    }),
  },
  /** Tells an inbox about a new form on hold after its owner recently stopped another one. */
  held_form: {
    form: 'new',
    budget: 'notice',
    write: plainLetter<Disclosed & Link>('held_form', 'stopped', ({ disclosed }, words) => ({
      about: factsOf(disclosed, words),
    })),
  },
  quota: { write: writeQuota },
  /** Asks whether to stop a form, because a link that others may have was pressed. */
  ask_stop: { form: 'own', budget: 'owner', write: plainLetter<Link>('ask_stop', 'active') },
  /** Says that a form was stopped, with a link to start it again. */
  stopped: {
    form: 'own',
    budget: 'stop',
    write: plainLetter<{ link: string; spam: boolean }>('stopped', 'stopped', ({ spam }, words) => {
      const { reported, explanation, mistake } = words.mails.stopped;
      return { texts: [spam ? reported : explanation, mistake] };
    }),
  },
  /** Contains the link that starts a stopped form again. */
  restart: { form: 'own', budget: 'owner', write: plainLetter<Link>('restart', 'stopped') },
  /** Says that a form was limited to one website by the link in the mail of a submission. */
  limited: {
    form: 'own',
    budget: 'owner',
    write: plainLetter<{ site: string; link?: never }>('limited', 'active', ({ site }, words) => ({
      about: [{ label: words.owners.origin.website, value: breakLinks(site) }],
    })),
  },
  /** Says that a form asks for challenges by the link "This was spam". */
  guarded: {
    form: 'own',
    budget: 'owner',
    write: plainLetter<Challenges>('guarded', 'active', ({ before, challenge }, words) => {
      const { name, lines } = describeChallenges(words, before, challenge);
      return { about: [{ label: name, value: lines.join('\n') }] };
    }),
  },
  /** Says that a form marks less by the link "This was not spam". */
  relaxed: {
    form: 'own',
    budget: 'owner',
    write: plainLetter<{ reasons: readonly Suspicion[]; link: string }>(
      'relaxed',
      'active',
      ({ reasons }, words) => ({
        about: [{ label: words.owners.notSpam.mark, value: explainMark(words, reasons) }],
      }),
    ),
  },
  /** Says that a place of the form no longer exists and gets nothing. */
  target_off: {
    form: 'own',
    budget: 'target',
    write: plainLetter<Disclosed & { status: number; link?: never }>(
      'target_off',
      'active',
      ({ disclosed, status }, words) => {
        const { explanation, place: label } = words.mails.target_off;
        return {
          texts: [fill(explanation, { status })],
          about: disclosed.map(({ place, address }) => ({
            label,
            value: `${place}\n${breakLinks(address)}`,
          })),
        };
      },
    ),
  },
  attack: { form: 'own', write: writeAttack },
  silence: { form: 'own', write: writeSilence },
  /** Asks the owner to accept a change of the settings. */
  proposal: {
    form: 'own',
    budget: 'proposal',
    write: plainLetter<{ changes: readonly Change[]; link: string }>(
      'proposal',
      'active',
      ({ changes }, words) => ({
        about: changes.map((change) => {
          const { name, lines } = describeChange(words, change);
          const shown = lines.map((line) => showLine(change.name, line));
          return { label: name, value: shown.join('\n') };
        }),
      }),
    ),
  },
  inbox: { write: writeInbox },
  // The log names mails to owners, by OWNER_MAILS of platform/log/events.ts.
} as const satisfies Record<OwnerMailName | 'confirm' | 'copy_ask' | 'copy_stop', MailRow>;

export type MailKind = keyof typeof LETTERS;

/** The facts that a mail of this kind needs. */
export type MailFacts<Kind extends MailKind> = Parameters<(typeof LETTERS)[Kind]['write']>[0];
