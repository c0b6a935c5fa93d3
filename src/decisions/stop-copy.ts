import { rewriteRoute } from '../forms/opened-routes.ts';
import type { Words } from '../catalogs/catalog.ts';
import type { FormId } from '../contract/form-id.ts';
import { copyKey, keptStandings, standingOf, withStanding } from '../forms/settings/copies.ts';
import { createLinkTo } from '../forms/decision-token.ts';
import type { Route } from '../forms/route.ts';
import type { EmailAddress } from '../platform/text/email-address.ts';
import { identifyInbox } from '../inboxes/inbox-identity.ts';
import { takeMail } from '../inboxes/mail-budget.ts';
import { composeMail } from '../mail/compose-mail.ts';
import { mailLanguageOf } from '../mail/mail-facts.ts';
import { NOTHING_CHANGED, sendOrRefund, sendOrRefuse } from '../mail/mail-outcome.ts';
import { createDecision, type DecisionPage, type Opened, type DecisionParts } from './decision.ts';
import { linkSentPage, namesOf, type NamedForm } from './form-pages.ts';

/** A copy, as the reader of its link sees it; `ended`: the form has none for this inbox. */
interface LinkedCopy<Form = NamedForm> {
  route: Form;
  kind: 'stop' | 'ask';
  status: 'confirmed' | 'stopped' | 'ended';
  /** Whether the inbox was sent a mail that asks. */
  mailed: boolean;
}

type CopyDecision = Opened<'copy-stop'>;

/** It asks, or says that the copies are stopped. */
export function copyStopPage(
  words: Words,
  { route, kind, status, mailed }: LinkedCopy,
): DecisionPage {
  const { copies } = words.owners;
  if (mailed) return linkSentPage(words, copies.sent);
  const facts = namesOf(words, route);
  if (status === 'confirmed') {
    const { title, explanation, button } = kind === 'stop' ? copies.stop : copies.askStop;
    const ask = { buttons: [{ label: button }] };
    return { mark: 'ask', title, text: [explanation], facts, ask };
  }
  const { title, explanation, undo, undoButton } = copies.stopped;
  const about = { mark: 'done', title, text: [explanation], facts } as const;
  if (kind === 'ask' || status === 'ended') return { ...about, note: copies.again };
  const button = { label: undoButton, choice: 'undo', isQuiet: true };
  return { ...about, ask: { question: undo, buttons: [button] } };
}

/** Asks the inbox whether to end its copies, within a budget. */
function createAsk(parts: DecisionParts) {
  const { keyring, sendMail, letterhead, links, log } = parts;
  const linkTo = createLinkTo(keyring, links);
  return async ({ route, facts }: LinkedRoute, address: EmailAddress, requestId: string) => {
    const { formId } = route;
    const refund = await takeMail(parts, 'copy', identifyInbox(keyring, address).quota);
    const link = linkTo('copy-stop', { ...facts, kind: 'stop' });
    const about = { route: { ...route, address }, link };
    const send = () =>
      sendMail(() => composeMail('copy_stop', about, mailLanguageOf(route), letterhead));
    const isSent = await sendOrRefuse(
      () => sendOrRefund(send, refund),
      NOTHING_CHANGED,
      ({ kind }) => log.copyNotMailed({ requestId, formId, reason: kind }),
    );
    if (isSent) log.copyMailed({ requestId, formId, mail: 'stop' });
  };
}

interface LinkedRoute {
  route: Route;
  facts: CopyDecision['facts'];
}

/**
 * Ends one copy alone, with the token of `List-Unsubscribe`; with the one in the text, which replies quote, the inbox is
 * asked by mail.
 */
export function createStopCopy(parts: DecisionParts) {
  const { keyring, findRoute, log, now } = parts;
  const ask = createAsk(parts);

  async function find({ form, inbox, kind }: CopyDecision['facts']) {
    const route = await findRoute(form);
    const standing = keptStandings(route).find(
      ({ address }) => copyKey(keyring, form, address) === inbox,
    );
    const stands = standing?.status;
    const status = stands === 'confirmed' || stands === 'stopped' ? stands : 'ended';
    const copy: LinkedCopy<Route> = { route, kind, status, mailed: false };
    return { copy, address: standing?.address };
  }

  async function change(
    formId: FormId,
    address: EmailAddress,
    status: 'confirmed' | 'stopped',
    requestId: string,
  ): Promise<void> {
    const changed = await rewriteRoute(parts, formId, (current) => {
      const from = status === 'confirmed' ? 'stopped' : 'confirmed';
      return standingOf(current, address)?.status === from
        ? withStanding(current, address, { status, since: now() })
        : undefined;
    });
    if (changed) log.copyAnswered({ requestId, formId, answer: status });
  }

  return createDecision<'copy-stop', LinkedCopy<Route>>(parts, {
    name: 'copy-stop',
    look: async ({ facts }) => (await find(facts)).copy,
    effects: {
      async press({ facts }, { requestId }) {
        const { copy, address } = await find(facts);
        if (!address || copy.status !== 'confirmed') return copy;
        if (copy.kind === 'ask') {
          await ask({ route: copy.route, facts }, address, requestId);
          return { ...copy, mailed: true };
        }
        await change(facts.form, address, 'stopped', requestId);
        return (await find(facts)).copy;
      },
      async undo({ facts }, { requestId }) {
        const { copy, address } = await find(facts);
        if (address && copy.kind === 'stop' && copy.status === 'stopped') {
          await change(facts.form, address, 'confirmed', requestId);
        }
        return (await find(facts)).copy;
      },
    },
    answer: ({ route, status }) => ({ success: true, form_id: route.formId, status }),
    mailed: ({ mailed }) => mailed,
    page: copyStopPage,
  });
}
