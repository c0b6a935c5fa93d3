import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../../../contract/limits.ts';
import type { CurrentSettings } from '../../../forms/manage-settings.ts';
import {
  parseSettings,
  settingsInvalid,
  tooLarge,
} from '../../../forms/settings/parse-settings.ts';
import type { HandlerContext } from './handler-context.ts';
import type { Handlers } from '../mount-operations.ts';
import { readJsonText } from '../read-body.ts';
import { COMMON_HEADERS, requesterOf } from '../replies.ts';
import { authorizationOf, callerOf, formIdIn } from '../request.ts';

/** Scripts of other origins read the ETag too. */
const EXPOSED = `${COMMON_HEADERS['access-control-expose-headers']}, ETag`;

/** Answers with the settings of a form, and their ETag. */
export const sendSettings = (reply: FastifyReply, { view, etag }: CurrentSettings): FastifyReply =>
  reply.headers({ etag, 'access-control-expose-headers': EXPOSED }).send(view);

export function createSettingsHandlers({
  routes,
  settingsService,
  checkKeys,
}: HandlerContext): Pick<Handlers, 'getSettings' | 'putSettings'> {
  const { settings } = routes;
  const formOf = (request: FastifyRequest) => ({
    formId: formIdIn(request),
    authorization: authorizationOf(request),
  });
  return {
    async getSettings(request, reply) {
      const { formId, authorization } = formOf(request);
      return sendSettings(reply, await settings.read(formId, authorization));
    },
    async putSettings(request, reply) {
      const [form, requester] = [formOf(request), requesterOf(request)];
      // The credential is checked before the body is read.
      const route = await settings.find(form.formId, form.authorization);
      const tooLong = settingsInvalid([tooLarge('')]);
      const { value: sent, text } = await readJsonText(request, LIMITS.settingsBytes, tooLong);
      const { value, marks } = settings.reveal(route, sent);
      const wanted = parseSettings(value, {
        path: '',
        text,
        keyFault: await checkKeys.faultIn(value, callerOf(request)),
        service: settingsService(),
        form: route,
      });
      const change = { settings: wanted, marks, ifMatch: request.headers['if-match'] };
      return sendSettings(reply, await settings.replace(form, change, requester));
    },
  };
}
