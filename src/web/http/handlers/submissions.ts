import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE, wordsOf, type Language } from '../../../catalogs/languages.ts';
import type { SubmissionAccepted } from '../../../contract/schemas.ts';
import {
  asksForHtml,
  asksForJson,
  isPageScript,
  prefersHtml,
  readBearer,
} from '../../../platform/text/http-headers.ts';
import type { Accepted } from '../../../submissions/deliver.ts';
import { ownWordsOf } from '../../../submissions/plan.ts';
import { languageOf, visitorLanguageOf, onlyAuthorizationOf } from '../request.ts';
import { acceptedPage, dryRunPage, thanksPage } from '../../pages/submission-page.ts';
import type { HandlerContext } from './handler-context.ts';
import type { Operations } from '../call.ts';
import { readSubmission } from '../read-submission.ts';
import { sendPage, websiteOf } from '../replies.ts';

/** An answer with the service's thanks in this language; plans have them in English. */
const thankIn = (language: Language, body: SubmissionAccepted): SubmissionAccepted =>
  language === DEFAULT_LANGUAGE ? body : { ...body, message: wordsOf(language).accepted.thanks };

/**
 * True if the answer names the redirect in JSON. A browser's script could not read the page after a
 * 303 and would report a failure.
 */
const tellsRedirect = ({ headers }: FastifyRequest, orJson: boolean): boolean =>
  !asksForHtml(headers.accept) &&
  (isPageScript(headers) || (orJson && asksForJson(headers.accept)));

/** Replies with the redirect the form asked for or a page, or returns the JSON to send. */
function sendAccepted(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, ownMessage: message, redirect, orJson = false }: Accepted,
): FastifyReply | SubmissionAccepted {
  if (redirect && !tellsRedirect(request, orJson)) {
    return reply.code(303).header('location', redirect.href).send();
  }
  if (!prefersHtml(request.headers.accept)) {
    const isOurs = message === undefined && !body.dry_run;
    return isOurs ? thankIn(visitorLanguageOf(request), body) : body;
  }
  if (body.dry_run) return sendPage(reply, 200, dryRunPage(body));
  const test = body.test ? { echo: body.echo ?? null } : undefined;
  const page = acceptedPage(languageOf(request), {
    test,
    website: websiteOf(request),
    message,
    reference: body.reference,
  });
  return sendPage(reply, 200, page);
}

/** Submissions, and what forms ask for before and after them. */
export function submissionOperations(context: HandlerContext) {
  const { routes, submissions } = context;
  return {
    async submitForm(call) {
      const { request, reply, caller, requestId, authorization } = call;
      const accepted = await submissions.receive({
        formId: call.params.formId,
        caller,
        requestId,
        authorization,
        // Most have none, and are not looked through for a second one.
        bearer: authorization === undefined ? undefined : readBearer(onlyAuthorizationOf(request)),
        idempotencyKey: call.idempotencyKey,
        found(form) {
          request.website = ownWordsOf(form).website;
          request.formLanguage = form.settings.language;
        },
        read: (form, isServer) => readSubmission(context, request, form, isServer),
      });
      return sendAccepted(request, reply, accepted);
    },
    testForm: ({ form, caller, requestId }) =>
      submissions.test(routes.open(form.row), { caller, requestId }),
    async getChallenge({ caller, params }) {
      submissions.challenges.expectLeft(caller);
      const form = await submissions.find(params.formId, caller);
      return submissions.challenges.fetch(form, caller);
    },
    showThanks: ({ request, reply }) => sendPage(reply, 200, thanksPage(languageOf(request))),
  } satisfies Partial<Operations>;
}
