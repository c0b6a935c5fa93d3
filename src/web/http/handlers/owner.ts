import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../../../contract/limits.ts';
import type { OwnerForms } from '../../../domain/owner/index.ts';
import { renderApprovedPage, renderApprovePage } from '../../pages/verification-page.ts';
import { renderOriginPage } from '../../pages/origin-page.ts';
import type { Language } from '../../../words/languages.ts';
import {
  renderAllowedPage,
  renderLinkSentPage,
  renderOwnerLink,
  renderRefusalPage,
  renderStatePage,
  renderStoppedPage,
} from '../../pages/owner-pages.ts';
import type { Routes } from '../../../domain/routes/index.ts';
import type { Links } from '../../../domain/routes/links.ts';
import { isUnapproved, type Route } from '../../../domain/routes/route.ts';
import type { Handlers } from '../mount-operations.ts';
import { readMailedForm } from '../read-body.ts';
import { languageOf, requesterOf, sendPage, wantsPage } from '../replies.ts';
import { queryOf } from '../request.ts';
import { factsOf } from './verification.ts';

interface Parts extends OwnerForms {
  routes: Pick<Routes, 'toResource'>;
  links: Links;
}

const tokenIn = (request: FastifyRequest) => queryOf(request).token;

const statusOf = (mailed: boolean) => (mailed ? 202 : 200);

type StopHandlers = Pick<Handlers, 'showStop' | 'stopForm' | 'showRestart' | 'restartForm'>;

function createStopHandlers({ stopForm, routes }: Parts): StopHandlers {
  /** The page of a link that stops or starts a form; its token tells which of the two. */
  async function showOwnerLink(request: FastifyRequest, reply: FastifyReply) {
    const token = tokenIn(request);
    const { route, kind } = await stopForm.look(token);
    return sendPage(reply, 200, renderOwnerLink(languageOf(request), route, kind, String(token)));
  }

  return {
    showStop: showOwnerLink,
    async stopForm(request, reply) {
      const form = await readMailedForm(request, LIMITS.verifyBodyBytes);
      // A mail program posts to the link itself and marks that in the body (RFC 8058, 3.2).
      const oneClick = form.get('List-Unsubscribe') === 'One-Click';
      const token = form.get('token') ?? (oneClick ? tokenIn(request) : undefined);
      const spam = form.get('reason') === 'spam';
      const { route, mailed, undo } = await stopForm.stop(token, { spam }, requesterOf(request));
      if (!wantsPage(request)) return reply.code(statusOf(mailed)).send(routes.toResource(route));
      const language = languageOf(request);
      const page = mailed
        ? renderLinkSentPage(language)
        : renderStoppedPage(language, route, undo ?? { page: 'restart', token: String(token) });
      return sendPage(reply, statusOf(mailed), page);
    },
    showRestart: showOwnerLink,
    async restartForm(request, reply) {
      const form = await readMailedForm(request, LIMITS.verifyBodyBytes);
      const { route, mailed } = await stopForm.restart(form.get('token'), requesterOf(request));
      if (!wantsPage(request)) return reply.code(statusOf(mailed)).send(routes.toResource(route));
      const language = languageOf(request);
      const page = mailed ? renderLinkSentPage(language) : renderStatePage(language, route);
      return sendPage(reply, statusOf(mailed), page);
    },
  };
}

type ApprovalHandlers = Pick<Handlers, 'showApproval' | 'approveForm'>;

function createApprovalHandlers(parts: Parts): ApprovalHandlers {
  const { stopForm, approveForm, routes, links } = parts;

  /** The page of an approval link; a form that its owner has stopped stays stopped. */
  function renderApproval(language: Language, route: Route, token: string): string {
    if (route.withdrawnAt !== undefined) {
      const undo = { page: 'restart', token: stopForm.askToken(route) } as const;
      return renderStoppedPage(language, route, undo);
    }
    if (route.status !== 'active') return renderStatePage(language, route);
    const facts = factsOf(route, links);
    return isUnapproved(route)
      ? renderApprovePage(language, facts, token)
      : renderApprovedPage(language, facts);
  }

  return {
    async showApproval(request, reply) {
      const token = tokenIn(request);
      const route = await approveForm.look(token);
      return sendPage(reply, 200, renderApproval(languageOf(request), route, String(token)));
    },
    async approveForm(request, reply) {
      const form = await readMailedForm(request, LIMITS.verifyBodyBytes);
      const token = form.get('token');
      const route = await approveForm.approve(token, request.id);
      if (!wantsPage(request)) return routes.toResource(route);
      return sendPage(reply, 200, renderApproval(languageOf(request), route, String(token)));
    },
  };
}

type RefusalHandlers = Pick<Handlers, 'showRefusal' | 'refuseForm'>;

function createRefusalHandlers({ refuseForm }: Parts): RefusalHandlers {
  return {
    async showRefusal(request, reply) {
      const token = tokenIn(request);
      const view = await refuseForm.look(token);
      return sendPage(reply, 200, renderRefusalPage(languageOf(request), view, String(token)));
    },
    async refuseForm(request, reply) {
      const form = await readMailedForm(request, LIMITS.verifyBodyBytes);
      const token = form.get('token');
      const act = form.get('allow') === 'yes' ? refuseForm.allow : refuseForm.refuse;
      const { formId, status, refused } = await act(token, request.id);
      if (!wantsPage(request)) return { success: true, status, form_id: formId };
      const language = languageOf(request);
      const page =
        status === 'allowed'
          ? renderAllowedPage(language)
          : renderRefusalPage(language, { state: refused ? 'refused' : 'ended' }, String(token));
      return sendPage(reply, 200, page);
    },
  };
}

type OriginHandlers = Pick<Handlers, 'showOrigin' | 'setOrigin'>;

function createOriginHandlers({ limitOrigin, routes, links }: Parts): OriginHandlers {
  const inbox = links.inbox;
  return {
    async showOrigin(request, reply) {
      const token = tokenIn(request);
      const form = await limitOrigin.look(token);
      const ways = { token: String(token), inbox: inbox() };
      return sendPage(reply, 200, renderOriginPage(languageOf(request), form, ways));
    },
    async setOrigin(request, reply) {
      const token = (await readMailedForm(request, LIMITS.verifyBodyBytes)).get('token');
      const form = await limitOrigin.limit(token, requesterOf(request));
      if (!wantsPage(request)) return routes.toResource(form.route);
      const ways = { token: String(token), inbox: inbox() };
      return sendPage(reply, 200, renderOriginPage(languageOf(request), form, ways));
    },
  };
}

/** The operations behind the links in mails to owners. */
export function createOwnerHandlers(
  parts: Parts,
): StopHandlers & ApprovalHandlers & RefusalHandlers & OriginHandlers {
  return {
    ...createOriginHandlers(parts),
    ...createStopHandlers(parts),
    ...createApprovalHandlers(parts),
    ...createRefusalHandlers(parts),
  };
}
