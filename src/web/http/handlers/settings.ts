import type { FastifyReply } from 'fastify';
import { parseNamedInbox } from '../../../consent/decisions/inbox-requests.ts';
import type { CurrentSettings } from '../../../forms/manage-settings.ts';
import type { Operations } from '../call.ts';
import { COMMON_HEADERS } from '../replies.ts';
import type { HandlerContext } from './handler-context.ts';

/** Scripts of other origins read the ETag too. */
const EXPOSED = `${COMMON_HEADERS['access-control-expose-headers']}, ETag`;

/** Answers with the settings of a form, and their ETag. */
const sendSettings = (reply: FastifyReply, { view, etag }: CurrentSettings): FastifyReply =>
  reply.headers({ etag, 'access-control-expose-headers': EXPOSED }).send(view);

/** The settings of a form, and the inboxes in them that get copies. */
export const settingsOperations = ({ routes: { settings }, owners }: HandlerContext) =>
  ({
    getSettings: ({ form, reply }) => sendSettings(reply, settings.read(form)),
    putSettings: async ({ form, body, text, asker, headers, reply }) =>
      sendSettings(reply, await settings.put(form, { body, text }, asker, headers['if-match'])),
    patchSettings: async ({ form, body, text, asker, headers, reply }) =>
      sendSettings(reply, await settings.patch(form, { body, text }, asker, headers['if-match'])),
    askCopy: async ({ form, body, requestId, reply }) =>
      sendSettings(reply, await owners.inboxForms.askCopy(form, parseNamedInbox(body), requestId)),
  }) satisfies Partial<Operations>;
