import {
  parseInboxSettings,
  parseSessionEnd,
  parseSessionExchange,
  parseSessionRequest,
} from '../../../consent/decisions/inbox-requests.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { applyMergePatch, isObject } from '../../../platform/text/json.ts';
import type { Operations } from '../call.ts';
import { sendPieces } from '../replies.ts';
import type { HandlerContext } from './handler-context.ts';

const REQUESTED = {
  success: true,
  message:
    'If a form delivers to this address, an email with a link is on its way to it. The link works ' +
    `once, for ${LIMITS.sessionLinkMinutes} minutes.`,
};

/** An inbox: the sessions of its owner, its forms, and what holds for all of them. */
export const inboxOperations = ({ owners: { sessions, inboxForms } }: HandlerContext) =>
  ({
    async requestSession({ body, asker }) {
      await sessions.request(parseSessionRequest(body), asker);
      return REQUESTED;
    },
    exchangeSession: ({ body, requestId }) =>
      sessions.exchange(parseSessionExchange(body), requestId),
    async endSession({ body, authorization, requestId }) {
      await sessions.end(authorization, parseSessionEnd(body).everywhere, requestId);
      return { success: true };
    },
    listInboxRoutes: async ({ session, requestId, reply }) =>
      sendPieces(reply, await inboxForms.list(session, requestId)),
    getInboxSettings: ({ session }) => inboxForms.settings(session),
    putInboxSettings: ({ session, body }) => inboxForms.change(session, parseInboxSettings(body)),
    async patchInboxSettings({ session, body: patch }) {
      const { confirm_new_forms } = await inboxForms.settings(session);
      const wanted = {
        confirm_new_forms: false,
        ...Object(applyMergePatch({ confirm_new_forms }, patch)),
      };
      return inboxForms.change(session, parseInboxSettings(isObject(patch) ? wanted : patch));
    },
  }) satisfies Partial<Operations>;
