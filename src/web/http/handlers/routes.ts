import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../../../contract/limits.ts';
import type { Counts } from '../../../domain/counts/index.ts';
import { parseCreateRequest } from '../../../domain/routes/create-request.ts';
import type { Routes } from '../../../domain/routes/index.ts';
import type { Links } from '../../../domain/routes/links.ts';
import type { Asker } from '../../../domain/routes/route-verification.ts';
import type { Handlers } from '../mount-operations.ts';
import { ClientGone, readJsonBody, readJsonText } from '../read-body.ts';
import { languageOf } from '../replies.ts';
import { askerOf, formIdIn, idempotencyKeyOf } from '../request.ts';

interface Parts {
  routes: Routes;
  counts: Pick<Counts, 'read'>;
  links: Links;
}

type RouteHandlers = Pick<
  Handlers,
  | 'createRoute'
  | 'getRoute'
  | 'deleteRoute'
  | 'getCounts'
  | 'claimRoute'
  | 'resendVerification'
  | 'listAccountRoutes'
>;

const CREATED = { active: 201, pending_verification: 202 } as const;

/** Who makes a form and manages it: the mails to its inbox are in the language of this request. */
const creatorOf = (request: FastifyRequest): Asker => ({
  ...askerOf(request),
  language: languageOf(request),
});

const JSON_TYPE = 'application/json; charset=utf-8';

const authorizationOf = ({ headers }: FastifyRequest) => headers.authorization;

/** Lets other requests run; rejects when the client of this one is gone. */
async function pauseFor({ raw }: FastifyRequest): Promise<void> {
  await nextTurn();
  if (raw.socket.destroyed) throw new ClientGone('the client is gone');
}

/** Sends a long JSON text: writing megabytes at once would hold up the event loop. */
function sendPieces(reply: FastifyReply, pieces: readonly string[]): FastifyReply {
  async function* inTurns() {
    for (const piece of pieces) {
      yield piece;
      await nextTurn();
    }
  }
  const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  return reply.type(JSON_TYPE).header('content-length', bytes).send(Readable.from(inTurns()));
}

export function createRouteHandlers({ routes, counts, links }: Parts): RouteHandlers {
  return {
    async createRoute(request, reply) {
      const { value, text } = await readJsonText(request, LIMITS.createBodyBytes);
      const context = { text, ownHost: new URL(links.base()).hostname };
      const create = parseCreateRequest(value, idempotencyKeyOf(request), context);
      const { route, creator } = await routes.creator.create(create, creatorOf(request));
      reply.code(creator.replayed ? 200 : CREATED[route.status]);
      return routes.toResource(route, { ...creator, remark: create.remark });
    },
    async getRoute(request, reply) {
      const route = await routes.read(formIdIn(request), askerOf(request));
      return reply.type(JSON_TYPE).send(routes.toText(route));
    },
    async deleteRoute(request) {
      return routes.manager.remove(formIdIn(request), authorizationOf(request), request.id);
    },
    async getCounts(request) {
      return counts.read(formIdIn(request), authorizationOf(request));
    },
    async claimRoute(request) {
      return routes.manager.claim(formIdIn(request), authorizationOf(request));
    },
    async resendVerification(request, reply) {
      const { route, sent } = await routes.manager.resend(
        formIdIn(request),
        authorizationOf(request),
        creatorOf(request),
      );
      return reply.code(sent ? 202 : 200).send(routes.toResource(route));
    },
    async listAccountRoutes(request, reply) {
      routes.account.authorize(authorizationOf(request));
      const body = await readJsonBody(request, LIMITS.createBodyBytes);
      const list = await routes.account.list(body, request.id, () => pauseFor(request));
      return sendPieces(reply, list);
    },
  };
}
