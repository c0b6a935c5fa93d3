import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderAcceptedPage } from '../pages/submission-page.ts';
import type { Accepted } from '../submissions/submit-form.ts';
import { languageOf, sendPage, wantsPage } from './replies.ts';

/** One outcome, three faces: the redirect the form asked for, a page, or JSON. */
export function sendAccepted(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, redirect }: Accepted,
): FastifyReply {
  if (redirect) return reply.code(303).header('location', redirect.href).send();
  if (!wantsPage(request)) return reply.send(body);
  const test = body.test ? { echo: body.echo ?? null } : undefined;
  return sendPage(reply, 200, renderAcceptedPage(languageOf(request), test));
}
