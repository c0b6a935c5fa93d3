import { composeMail, type Letterhead } from '../../mail/compose-mail.ts';
import type { SendMail } from '../../mail/mailer.ts';
import { NOTHING_CHANGED, sendOrRefund, sendOrRefuse } from '../../mail/mail-outcome.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import { identifyInbox } from '../../inboxes/inbox-identity.ts';
import { createMailBudget, type BudgetParts } from '../../inboxes/mail-budget.ts';
import { keptStandings, standingOf, withStanding, type CopyStanding } from '../copy-standing.ts';
import type { Links } from '../../contract/links.ts';
import type { RewriteRoute } from '../rewrite-route.ts';
import type { FindRoute } from '../opened-routes.ts';
import type { Route } from '../route.ts';
import { mailLanguageOf } from '../../mail/mail-facts.ts';
import { copyLinkTokenOf, openCopyLinkToken, type CopyLinkKind } from './copy-token.ts';

/** A copy, as the reader of its link sees it; `ended`: the form has none for this inbox. */
interface LinkedCopy {
  route: Route;
  kind: CopyLinkKind;
  status: 'confirmed' | 'stopped' | 'ended';
  /** Whether the inbox was sent a mail that asks. */
  mailed: boolean;
}

/** Every call throws `verification_token_required`, `verification_token_invalid`, `route_not_found`. */
export interface StopCopy {
  /** Changes nothing. */
  look(token: unknown): Promise<LinkedCopy>;
  /**
   * Ends this copy alone, with the token of `List-Unsubscribe`; with the one in the text, which replies quote,
   * the inbox is asked by mail. Repeating it succeeds. Throws `rate_limited` and `delivery_failed` of that mail.
   */
  stop(token: unknown, requestId: string): Promise<LinkedCopy>;
  /** Takes a stop back, with the token that stopped it. */
  resume(token: unknown, requestId: string): Promise<LinkedCopy>;
}

interface Parts extends BudgetParts {
  keyring: Keyring;
  findRoute: FindRoute;
  rewrite: RewriteRoute;
  sendMail: SendMail;
  letterhead: Letterhead;
  links: Links;
  log: Log;
}

type Found = LinkedCopy & { standing: CopyStanding | undefined };

/** Asks the inbox whether to end its copies, within a budget. */
function createAsk(parts: Parts) {
  const { keyring, sendMail, letterhead, links, log } = parts;
  const budget = createMailBudget('copy', parts);
  return async (route: Route, address: EmailAddress, requestId: string): Promise<void> => {
    const { formId } = route;
    const refund = await budget.take(identifyInbox(keyring, address).quota);
    const stopLink = links.stopCopy(copyLinkTokenOf(keyring, 'stop', formId, address));
    const about = { route: { ...route, address }, stopLink };
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

export function createStopCopy(parts: Parts): StopCopy {
  const { keyring, findRoute, rewrite, log, now } = parts;
  const ask = createAsk(parts);

  async function find(token: unknown): Promise<Found> {
    const { formId, kind, isFor } = openCopyLinkToken(keyring, token);
    const route = await findRoute(formId);
    const standing = keptStandings(route).find(({ address }) => isFor(address));
    const status =
      standing?.status === 'confirmed' || standing?.status === 'stopped'
        ? standing.status
        : 'ended';
    return { route, kind, status, standing, mailed: false };
  }

  const shown = ({ standing: _standing, ...copy }: Found): LinkedCopy => copy;

  async function change(
    { route, standing }: Found,
    status: 'confirmed' | 'stopped',
    requestId: string,
  ): Promise<void> {
    const { formId } = route;
    const changed = await rewrite(formId, (current) => {
      const before = standing && standingOf(current, standing.address);
      const from = status === 'confirmed' ? 'stopped' : 'confirmed';
      return before?.status === from
        ? withStanding(current, before.address, { status, since: now() })
        : undefined;
    });
    if (changed) log.copyAnswered({ requestId, formId, answer: status });
  }

  return {
    look: async (token) => shown(await find(token)),
    async stop(token, requestId) {
      const found = await find(token);
      const { standing, status, kind } = found;
      if (!standing || status !== 'confirmed') return shown(found);
      if (kind === 'ask') {
        await ask(found.route, standing.address, requestId);
        return { ...shown(found), mailed: true };
      }
      await change(found, 'stopped', requestId);
      return shown(await find(token));
    },
    async resume(token, requestId) {
      const found = await find(token);
      if (found.kind === 'stop' && found.status === 'stopped') {
        await change(found, 'confirmed', requestId);
      }
      return shown(await find(token));
    },
  };
}
