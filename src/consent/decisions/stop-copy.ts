import { mailLanguageOf } from '../../catalogs/languages.ts';
import type { Words } from '../../catalogs/catalog.ts';
import { decisionLink } from '../../forms/decision-token.ts';
import type { Requester } from '../../forms/forms-context.ts';
import type { Route } from '../../forms/route.ts';
import type { CopyStanding } from '../../forms/settings/copies.ts';
import { identifyInbox } from '../../inboxes/inbox-identity.ts';
import { reserveMail } from '../../inboxes/mail-budget.ts';
import { composeMail } from '../../mail/compose-mail.ts';
import { NOTHING_CHANGED, sendOrRefund, sendOrRefuse } from '../../mail/mailer.ts';
import { changeStanding, linkedStanding } from './copy-question.ts';
import type { DecisionPage, DecisionRow, Opened, OwnersContext } from './decision.ts';
import {
  askPage,
  linkSentPage,
  namesOf,
  quietButton,
  saysDone,
  type NamedForm,
} from './form-pages.ts';

/** A copy, for the reader of its link; `ended`: the form has no copy for this inbox. */
interface LinkedCopy {
  route: NamedForm;
  kind: 'stop' | 'ask';
  status: 'confirmed' | 'stopped' | 'ended';
  /** True if a mail has asked the inbox. */
  mailed: boolean;
}

type Facts = Opened<'copy-stop'>['facts'];

/** Asks, or says that the copies are stopped. */
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

/** Mails the inbox a question, within a budget: does it want to end its copies? */
async function askInbox(
  owners: OwnersContext,
  { route, facts, address }: { route: Route; facts: Facts } & Pick<CopyStanding, 'address'>,
  requestId: string,
): Promise<void> {
  const { keyring, outbox, letterhead, log } = owners;
  const { formId } = route;
  const refund = await reserveMail(owners, 'copy', identifyInbox(keyring, address).quota, formId);
  const link = decisionLink(owners, 'copy-stop', { ...facts, kind: 'stop' });
  const about = { route: { ...route, address }, link };
  const send = () =>
    outbox.sendMail(() => composeMail('copy_stop', about, mailLanguageOf(route), letterhead));
  const isSent = await sendOrRefuse(
    () => sendOrRefund(send, refund),
    NOTHING_CHANGED,
    ({ kind }) => log.copyNotMailed({ requestId, formId, reason: kind }),
  );
  if (isSent) log.copyMailed({ requestId, formId, mail: 'stop' });
}

async function find({ keyring, routes }: OwnersContext, { form, inbox, kind }: Facts) {
  const route = await routes.find(form);
  const standing = linkedStanding(keyring, route, inbox);
  const stands = standing?.status;
  const status = stands === 'confirmed' || stands === 'stopped' ? stands : 'ended';
  const copy: LinkedCopy = { route, kind, status, mailed: false };
  return { route, standing, copy };
}

async function change(
  owners: OwnersContext,
  { formId }: Route,
  standing: CopyStanding,
  status: 'confirmed' | 'stopped',
  requestId: string,
): Promise<void> {
  const after = { status, since: owners.now() };
  const changed = await changeStanding(owners, formId, standing, after);
  if (changed) owners.log.copyAnswered({ requestId, formId, answer: status });
}

async function stopCopy(
  owners: OwnersContext,
  { facts }: Opened<'copy-stop'>,
  { requestId }: Requester,
): Promise<LinkedCopy> {
  const { route, standing, copy } = await find(owners, facts);
  if (standing?.status !== 'confirmed') return copy;
  if (copy.kind === 'ask') {
    await askInbox(owners, { route, facts, address: standing.address }, requestId);
    return { ...copy, mailed: true };
  }
  await change(owners, route, standing, 'stopped', requestId);
  return (await find(owners, facts)).copy;
}

async function startCopy(
  owners: OwnersContext,
  { facts }: Opened<'copy-stop'>,
  { requestId }: Requester,
): Promise<LinkedCopy> {
  const { route, standing, copy } = await find(owners, facts);
  if (copy.kind !== 'stop' || standing?.status !== 'stopped') return copy;
  await change(owners, route, standing, 'confirmed', requestId);
  return (await find(owners, facts)).copy;
}

/**
 * Ends one copy with the token of `List-Unsubscribe`. The token in the text, which replies quote,
 * asks the inbox by mail.
 */
export const STOP_COPY: DecisionRow<'copy-stop', LinkedCopy> = {
  name: 'copy-stop',
  look: async (owners, { facts }) => (await find(owners, facts)).copy,
  effects: { press: stopCopy, undo: startCopy },
  answer: ({ route, status }) => ({ success: true, form_id: route.formId, status }),
  mailed: ({ mailed }) => mailed,
  page: copyStopPage,
};
