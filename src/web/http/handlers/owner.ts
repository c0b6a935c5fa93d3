import type { OwnerForms } from '../../../decisions/index.ts';
import { renderApprovedPage, renderApprovePage } from '../../pages/verification-page.ts';
import { renderOriginPage } from '../../pages/origin-page.ts';
import type { Language } from '../../../catalogs/languages.ts';
import { renderAllowedPage } from '../../pages/refused-page.ts';
import {
  renderLinkSentPage,
  renderOwnerLink,
  renderRefusalPage,
  renderStatePage,
  renderStoppedPage,
} from '../../pages/owner-pages.ts';
import type { Routes } from '../../../forms/index.ts';
import type { Links } from '../../../contract/links.ts';
import { isUnapproved, type Route } from '../../../forms/route.ts';
import { OWN_TEST, type SiteTickets } from '../../../submissions/posted/site-ticket.ts';
import type { Handlers } from '../mount-operations.ts';
import { createLinkHandlers, tokenPosted } from './owner-link.ts';
import { factsOf } from './verification.ts';

interface Parts extends OwnerForms {
  siteTickets: SiteTickets;
  routes: Pick<Routes, 'toResource'>;
  links: Links;
}

const statusOf = (mailed: boolean) => (mailed ? 202 : 200);

type StopHandlers = Pick<Handlers, 'showStop' | 'stopForm' | 'showRestart' | 'restartForm'>;

function createStopHandlers({ stopForm, routes }: Parts): StopHandlers {
  /** The page of a link that stops or starts a form; its token tells which of the two. */
  async function look(token: unknown) {
    const { route, kind } = await stopForm.look(token);
    return (language: Language) => renderOwnerLink(language, route, kind, String(token));
  }

  const stop = createLinkHandlers({
    look,
    async press(form, requester, linked) {
      const token = tokenPosted(form, linked);
      const spam = form.get('choice') === 'spam';
      const { route, mailed, undo } = await stopForm.stop(token, { spam }, requester);
      const wayBack = undo ?? { page: 'restart', token: String(token) };
      return {
        status: statusOf(mailed),
        answer: routes.toResource(route),
        page: (language) =>
          mailed ? renderLinkSentPage(language) : renderStoppedPage(language, route, wayBack),
      };
    },
  });
  const restart = createLinkHandlers({
    look,
    async press(form, requester) {
      const { route, mailed } = await stopForm.restart(form.get('token'), requester);
      return {
        status: statusOf(mailed),
        answer: routes.toResource(route),
        page: (language) =>
          mailed ? renderLinkSentPage(language) : renderStatePage(language, route),
      };
    },
  });
  return {
    showStop: stop.show,
    stopForm: stop.press,
    showRestart: restart.show,
    restartForm: restart.press,
  };
}

type ApprovalHandlers = Pick<Handlers, 'showApproval' | 'approveForm'>;

function createApprovalHandlers(parts: Parts): ApprovalHandlers {
  const { stopForm, approveForm, routes, siteTickets, links } = parts;

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
      : renderApprovedPage(language, facts, siteTickets.issue(route.formId, OWN_TEST));
  }

  const { show, press } = createLinkHandlers({
    async look(token) {
      const route = await approveForm.look(token);
      return (language) => renderApproval(language, route, String(token));
    },
    async press(form, { requestId }) {
      const token = form.get('token');
      const route = await approveForm.approve(token, requestId);
      return {
        answer: routes.toResource(route),
        page: (language) => renderApproval(language, route, String(token)),
      };
    },
  });
  return { showApproval: show, approveForm: press };
}

type RefusalHandlers = Pick<Handlers, 'showRefusal' | 'refuseForm'>;

function createRefusalHandlers({ refuseForm }: Parts): RefusalHandlers {
  const { show, press } = createLinkHandlers({
    async look(token) {
      const view = await refuseForm.look(token);
      return (language) => renderRefusalPage(language, view, String(token));
    },
    async press(form, { requestId }) {
      const token = form.get('token');
      const act = form.get('choice') === 'allow' ? refuseForm.allow : refuseForm.refuse;
      const { formId, status, refused } = await act(token, requestId);
      const state = refused ? 'refused' : 'ended';
      return {
        answer: { success: true, status, form_id: formId },
        page: (language) =>
          status === 'allowed'
            ? renderAllowedPage(language)
            : renderRefusalPage(language, { state }, String(token)),
      };
    },
  });
  return { showRefusal: show, refuseForm: press };
}

type OriginHandlers = Pick<Handlers, 'showOrigin' | 'setOrigin'>;

function createOriginHandlers({ limitOrigin, routes, links }: Parts): OriginHandlers {
  const waysOf = (token: unknown) => ({ token: String(token), inbox: links.inbox() });
  const { show, press } = createLinkHandlers({
    async look(token) {
      const form = await limitOrigin.look(token);
      return (language) => renderOriginPage(language, form, waysOf(token));
    },
    async press(posted, requester) {
      const token = posted.get('token');
      const form = await limitOrigin.limit(token, requester);
      return {
        answer: routes.toResource(form.route),
        page: (language) => renderOriginPage(language, form, waysOf(token)),
      };
    },
  });
  return { showOrigin: show, setOrigin: press };
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
