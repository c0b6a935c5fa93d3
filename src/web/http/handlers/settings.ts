import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../../../contract/limits.ts';
import { parseAccessKeyRequest } from '../../../forms/access-key.ts';
import type { CurrentSettings } from '../../../forms/manage-settings.ts';
import type { Route } from '../../../forms/route.ts';
import {
  parseSettings,
  settingsInvalid,
  tooLarge,
} from '../../../forms/settings/parse-settings.ts';
import { isObject } from '../../../platform/text/json.ts';
import type { Handlers } from '../mount-operations.ts';
import { readJsonBody, readJsonText } from '../read-body.ts';
import { COMMON_HEADERS } from '../replies.ts';
import { requesterOf, authorizationOf, callerOf, formIdIn } from '../request.ts';
import type { HandlerContext } from './handler-context.ts';

/** Scripts of other origins read the ETag too. */
const EXPOSED = `${COMMON_HEADERS['access-control-expose-headers']}, ETag`;

/** Answers with the settings of a form, and their ETag. */
export const sendSettings = (reply: FastifyReply, { view, etag }: CurrentSettings): FastifyReply =>
  reply.headers({ etag, 'access-control-expose-headers': EXPOSED }).send(view);

/** A document of settings, and the text it comes from. */
interface ReadDocument {
  route: Route;
  document: unknown;
  text: string;
  /** Whether its key for encryption is to be checked. */
  isNewKey?: boolean;
}

const formOf = (request: FastifyRequest) => ({
  formId: formIdIn(request),
  authorization: authorizationOf(request),
});

/** Reads the settings of a document for a form, checks them, and finds the marks in them. */
function createReader({ routes, operatorLimits, checkKeys }: HandlerContext) {
  return async (
    request: FastifyRequest,
    { route, document, text, isNewKey = true }: ReadDocument,
  ) => {
    const { value, marks } = routes.settings.reveal(route, document);
    const keyFault = isNewKey ? await checkKeys.faultIn(value, callerOf(request)) : undefined;
    const place = { path: '', text, keyFault, limits: operatorLimits(), form: route };
    return { settings: parseSettings(value, place), marks };
  };
}

/** Keys of servers that submit to a form. */
export function createAccessKeyHandlers({
  routes,
  accessKeys,
}: HandlerContext): Pick<Handlers, 'createAccessKey' | 'listAccessKeys' | 'endAccessKey'> {
  return {
    async createAccessKey(request, reply) {
      const form = formOf(request);
      // The credential is checked before the body is read.
      await routes.authorize(form.formId, form.authorization);
      const name = parseAccessKeyRequest(await readJsonBody(request, LIMITS.verifyBodyBytes));
      return reply.code(201).send(await accessKeys.make(form, name, request.id));
    },
    async listAccessKeys(request) {
      return accessKeys.list(formOf(request));
    },
    async endAccessKey(request) {
      const { keyId } = request.params as { keyId: string };
      return accessKeys.end(formOf(request), keyId, request.id);
    },
  };
}

type SettingsHandlers = Pick<Handlers, 'getSettings' | 'putSettings' | 'patchSettings'>;

export function createSettingsHandlers(context: HandlerContext): SettingsHandlers {
  const { settings } = context.routes;
  const read = createReader(context);

  /** The credential is checked before the body is read. */
  async function readChange(request: FastifyRequest) {
    const { formId, authorization } = formOf(request);
    const route = await settings.find(formId, authorization);
    const tooLong = settingsInvalid([tooLarge('')]);
    return { route, ...(await readJsonText(request, LIMITS.settingsBytes, tooLong)) };
  }

  async function replace(
    request: FastifyRequest,
    reply: FastifyReply,
    sentFor: Parameters<typeof settings.replace>[2],
  ) {
    const [ifMatch, requester] = [request.headers['if-match'], requesterOf(request)];
    const now = await settings.replace(formOf(request), ifMatch, sentFor, requester);
    return sendSettings(reply, now);
  }

  return {
    async getSettings(request, reply) {
      const { formId, authorization } = formOf(request);
      return sendSettings(reply, await settings.read(formId, authorization));
    },
    async putSettings(request, reply) {
      const { route, value: document, text } = await readChange(request);
      const sent = await read(request, { route, document, text });
      return replace(request, reply, () => sent);
    },
    async patchSettings(request, reply) {
      const { value: patch, text } = await readChange(request);
      const isNewKey = isObject(patch) && Object.hasOwn(patch, 'encryption');
      return replace(request, reply, (route, by) =>
        read(request, { route, document: settings.patched(route, by, patch), text, isNewKey }),
      );
    },
  };
}
