import { mailLanguageOf } from '../../catalogs/languages.ts';
import type { Words } from '../../catalogs/catalog.ts';
import { decisionLink } from '../../forms/decision-token.ts';
import type { Route } from '../../forms/route.ts';
import type { CopyStanding } from '../../forms/settings/copies.ts';
import { identifyInbox } from '../../inboxes/inbox-identity.ts';
import { reserveMail } from '../../inboxes/mail-budget.ts';
import { composeMail } from '../../mail/compose-mail.ts';
import { NOTHING_CHANGED, sendOrRefund, sendOrRefuse } from '../../mail/mailer.ts';
import { changeStanding, linkedStanding } from './copy-question.ts';
import { createDecision, type DecisionPage, type DecisionParts, type Opened } from './decision.ts';
import {
  askPage,
  linkSentPage,
  namesOf,
  quietButton,
  saysDone,
  type NamedForm,
} from './form-pages.ts';

/** A copy, as the reader of its link sees it; `ended`: the form has none for this inbox. */
interface LinkedCopy {
  route: NamedForm;
  kind: 'stop' | 'ask';
  status: 'confirmed' | 'stopped' | 'ended';
  /** Whether the inbox was sent a mail that asks. */
  mailed: boolean;
}

type Facts = Opened<'copy-stop'>['facts'];

/** It asks, or says that the copies are stopped. */
export function copyStopPage(
  words: Words,
  { route, kind, status, mailed }: LinkedCopy,
): DecisionPage {
  const { copies } = words.owners;
  if (mailed) return linkSentPage(words, copies.sent);
  const facts = namesOf(words, route);
  if (status === 'confirmed')
    return askPage(kind === 'stop' ? copies.stop : copies.askStop, { facts });
  const { undo, undoButton, ...says } = copies.stopped;
  if (kind === 'ask' || status === 'ended') return saysDone(says, { facts, note: copies.again });
  return saysDone(says, {
    facts,
    ask: { question: undo, buttons: [quietButton(undoButton, 'undo')] },
  });
}

/** Asks the inbox whether to end its copies, within a budget. */
async function askInbox(
  parts: DecisionParts,
  { route, facts, address }: { route: Route; facts: Facts } & Pick<CopyStanding, 'address'>,
  requestId: string,
): Promise<void> {
  const { keyring, sendMail, letterhead, log } = parts;
  const { formId } = route;
  const refund = await reserveMail(parts, 'copy', identifyInbox(keyring, address).quota, formId);
  const link = decisionLink(parts, 'copy-stop', { ...facts, kind: 'stop' });
  const about = { route: { ...route, address }, link };
  const send = () =>
    sendMail(() => composeMail('copy_stop', about, mailLanguageOf(route), letterhead));
  const isSent = await sendOrRefuse(
    () => sendOrRefund(send, refund),
    NOTHING_CHANGED,
    ({ kind }) => log.copyNotMailed({ requestId, formId, reason: kind }),
  );
  if (isSent) log.copyMailed({ requestId, formId, mail: 'stop' });
}

/**
 * Ends one copy alone, with the token of `List-Unsubscribe`; with the one in the text, which replies quote, the inbox is
 * asked by mail.
 */
export function createStopCopy(parts: DecisionParts) {
  const { keyring, routes, log, now } = parts;

  async function find({ form, inbox, kind }: Facts) {
    const route = await routes.find(form);
    const standing = linkedStanding(keyring, route, inbox);
    const stands = standing?.status;
    const status = stands === 'confirmed' || stands === 'stopped' ? stands : 'ended';
    const copy: LinkedCopy = { route, kind, status, mailed: false };
    return { route, standing, copy };
  }

  async function change(
    { formId }: Route,
    standing: CopyStanding,
    status: 'confirmed' | 'stopped',
    requestId: string,
  ): Promise<void> {
    const changed = await changeStanding(parts, formId, standing, { status, since: now() });
    if (changed) log.copyAnswered({ requestId, formId, answer: status });
  }

  return createDecision<'copy-stop', LinkedCopy>(parts, {
    name: 'copy-stop',
    look: async ({ facts }) => (await find(facts)).copy,
    effects: {
      async press({ facts }, { requestId }) {
        const { route, standing, copy } = await find(facts);
        if (standing?.status !== 'confirmed') return copy;
        if (copy.kind === 'ask') {
          await askInbox(parts, { route, facts, address: standing.address }, requestId);
          return { ...copy, mailed: true };
        }
        await change(route, standing, 'stopped', requestId);
        return (await find(facts)).copy;
      },
      async undo({ facts }, { requestId }) {
        const { route, standing, copy } = await find(facts);
        if (copy.kind !== 'stop' || standing?.status !== 'stopped') return copy;
        await change(route, standing, 'confirmed', requestId);
        return (await find(facts)).copy;
      },
    },
    answer: ({ route, status }) => ({ success: true, form_id: route.formId, status }),
    mailed: ({ mailed }) => mailed,
    page: copyStopPage,
  });
}
