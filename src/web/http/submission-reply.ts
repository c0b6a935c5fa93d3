import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderDryRunPage } from '../pages/dry-run-page.ts';
import { renderAcceptedPage } from '../pages/submission-page.ts';
import type { Accepted } from '../../domain/submissions/submit-form.ts';
import { asksForJson } from '../../platform/text/media-type.ts';
import { languageOf, sendPage, wantsPage } from './replies.ts';

/** One outcome, three faces: the redirect the form asked for, a page, or JSON. */
export function sendAccepted(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, redirect, orJson = false }: Accepted,
): FastifyReply {
  const inJson = orJson && asksForJson(request.headers.accept);
  if (redirect && !inJson) return reply.code(303).header('location', redirect.href).send();
  if (!wantsPage(request)) return reply.send(body);
  if (body.dry_run) return sendPage(reply, 200, renderDryRunPage(body), 'en');
  const test = body.test ? { echo: body.echo ?? null } : undefined;
  return sendPage(reply, 200, renderAcceptedPage(languageOf(request), test));
}
