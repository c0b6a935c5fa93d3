import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE, wordsOf, type Language } from '../../../catalogs/languages.ts';
import type { FormSettings } from '../../../contract/form-settings.ts';
import type { SubmissionAccepted } from '../../../contract/schemas.ts';
import { accessKeyIn, isLikeAccessKey } from '../../../forms/access-key.ts';
import { readBearer } from '../../../platform/text/http-headers.ts';
import { parseIdempotencyKey } from '../../../forms/create-request.ts';
import type { Attempt } from '../../../submissions/gates/gate.ts';
import type { Submission } from '../../../submissions/posted/submission.ts';
import type { Accepted } from '../../../submissions/submit.ts';
import {
  languageOf,
  visitorLanguageOf,
  onlyAuthorizationOf,
  idempotencyKeyOf,
} from '../request.ts';
import { acceptedPage, dryRunPage } from '../../pages/submission-page.ts';
import type { HandlerContext } from './handler-context.ts';
import type { Operations } from '../call.ts';
import { ClientGone } from '../read-body.ts';
import { createReadSubmission } from '../read-submission.ts';
import { sendPage, websiteOf } from '../replies.ts';
import {
  asksForHtml,
  asksForJson,
  isPageScript,
  prefersHtml,
} from '../../../platform/text/http-headers.ts';

/** An answer with the thanks of this service in this language; the plan of a form has them in English. */
const thankIn = (language: Language, body: SubmissionAccepted): SubmissionAccepted =>
  language === DEFAULT_LANGUAGE ? body : { ...body, message: wordsOf(language).accepted.thanks };

/**
 * Whether the answer names the redirect in JSON. A browser would follow a 303 to a page that its script must
 * not read, and report the delivery as a failure.
 */
const tellsRedirect = ({ headers }: FastifyRequest, orJson: boolean): boolean =>
  !asksForHtml(headers.accept) &&
  (isPageScript(headers) || (orJson && asksForJson(headers.accept)));

/** Replies with the redirect the form asked for or a page, or returns the JSON to send. */
function sendAccepted(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, redirect, orJson = false }: Accepted,
  message: string | undefined,
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

/** The one credential of a request; most have none, and are not looked through for it. */
const bearerOf = (request: FastifyRequest, authorization: string | undefined) =>
  authorization === undefined ? undefined : readBearer(onlyAuthorizationOf(request));

function createSubmitForm(context: HandlerContext): Operations['submitForm'] {
  const { counts } = context;
  const { clientRefusals, beginAttempt, refuseKeyless, submitForm } = context.submissions;
  const readSubmission = createReadSubmission(context);
  return async ({ request, reply, caller, requestId, params, authorization }) => {
    const bearer = bearerOf(request, authorization);
    const who = clientRefusals.of(caller, isLikeAccessKey(bearer));
    const route = await clientRefusals.reach(who, params.formId);
    const { formId } = route;
    // The inbox has not confirmed: nothing that its form says is shown to strangers.
    const { website, success_message: message }: FormSettings =
      route.status === 'active' ? route.settings : {};
    request.website = website;
    request.formLanguage = route.settings.language;
    const accessKey = route.accessKeys && accessKeyIn(route.accessKeys, bearer);
    if (accessKey) counts.add(formId, accessKey.id);
    const hasKey = accessKey !== undefined;
    // Anybody can make a form and keys for it: until its inbox confirms, its servers are clients.
    const isServer = hasKey && route.status === 'active';
    let attempt: Attempt | undefined;
    let submission: Submission | undefined;
    try {
      attempt = beginAttempt(route, { who, requestId }, isServer);
      if (route.settings.access === 'key' && !hasKey)
        await refuseKeyless(route, { caller, requestId });
      submission = await readSubmission(request, route, isServer);
      const key = idempotencyKeyOf(request);
      const idempotencyKey = key === undefined ? undefined : parseIdempotencyKey(key);
      const { byServer } = submission;
      const submitter = {
        caller: byServer?.caller ?? caller,
        server: byServer && caller,
        requestId,
        idempotencyKey,
        authorization,
        attempt,
      };
      const accepted = await submitForm(route, submission, submitter);
      const { arrival, at } = accepted;
      if (arrival) counts.add(formId, arrival === 'trapped' ? 'trap' : 'delivered', at);
      return sendAccepted(request, reply, accepted, message);
    } catch (error) {
      const isAnswered = !(error instanceof ClientGone);
      if (isAnswered && !submission?.dryRun) counts.addError(formId, error);
      throw error;
    } finally {
      attempt?.end();
    }
  };
}

export function submissionOperations(context: HandlerContext) {
  const { routes, challenges, counts } = context;
  const { clientRefusals, testForm } = context.submissions;
  return {
    submitForm: createSubmitForm(context),
    async testForm({ form, caller, requestId }) {
      const route = routes.open(form.row);
      try {
        const report = await testForm(route, { caller, requestId });
        counts.add(route.formId, 'delivered');
        return report;
      } catch (error) {
        counts.addError(route.formId, error);
        throw error;
      }
    },
    async getChallenge({ caller, params }) {
      challenges.expectLeft(caller);
      const route = await clientRefusals.reach(clientRefusals.of(caller), params.formId);
      return challenges.fetch(route, caller);
    },
    showThanks: ({ request, reply }) => sendPage(reply, 200, acceptedPage(languageOf(request))),
  } satisfies Partial<Operations>;
}
