import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormSettings } from '../../../contract/form-settings.ts';
import { ServiceError } from '../../../contract/service-error.ts';
import type { Counts } from '../../../domain/counts/index.ts';
import { readBearer } from '../../../domain/routes/management-token.ts';
import type { Routes } from '../../../domain/routes/index.ts';
import { hasOrigins } from '../../../domain/routes/route.ts';
import type { Links } from '../../../domain/routes/links.ts';
import { localPagesOf } from '../../../domain/settings/parse-settings.ts';
import { siteOf } from '../../../domain/settings/origin.ts';
import type { Sender } from '../../../domain/submissions/reserved-fields.ts';
import { parseIdempotencyKey } from '../../../domain/routes/create-request.ts';
import { tooLarge } from '../../../domain/submissions/fields.ts';
import { chooseFormReader } from '../../../domain/submissions/form-body.ts';
import { parseSubmission, type Submission } from '../../../domain/submissions/submission.ts';
import type { TestForm } from '../../../domain/submissions/test-form.ts';
import type { SubmitForm, Accepted } from '../../../domain/submissions/submit-form.ts';
import {
  askerOf,
  authorizationOf,
  contentTypeOf,
  formIdIn,
  idempotencyKeyOf,
  isCoded,
} from '../request.ts';
import { renderAcceptedPage, renderDryRunPage } from '../../pages/submission-page.ts';
import type { Handlers } from '../mount-operations.ts';
import { ClientGone, readBody } from '../read-body.ts';
import { languageOf, PAGE_VARY, sendPage, wantsPage, websiteOf } from '../replies.ts';
import { asksForJson } from '../../../platform/text/media-type.ts';

const CODED = {
  message:
    'Send the body uncompressed, without a Content-Encoding and with no Transfer-Encoding but chunked.',
};

/** Replies with the redirect the form asked for, a page, or JSON. */
function sendAccepted(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, redirect, orJson = false }: Accepted,
  message: string | undefined,
): FastifyReply {
  const inJson = orJson && asksForJson(request.headers.accept);
  if (redirect && !inJson) return reply.code(303).header('location', redirect.href).send();
  if (!wantsPage(request)) return reply.send(body);
  if (body.dry_run) return sendPage(reply, 200, renderDryRunPage(body), 'en');
  const test = body.test ? { echo: body.echo ?? null } : undefined;
  const page = renderAcceptedPage(languageOf(request), {
    test,
    website: websiteOf(request),
    message,
  });
  return sendPage(reply, 200, page);
}

/** Only the page that sent the request reads the answer of a form with `origins`, a refusal too. */
function answerSite(reply: FastifyReply, site: string | undefined): void {
  reply.header('vary', `${PAGE_VARY}, Origin`);
  if (site !== undefined) reply.header('access-control-allow-origin', site);
}

async function readSubmission(
  request: FastifyRequest,
  maxBytes: number,
  sender: Sender,
): Promise<Submission> {
  const contentType = contentTypeOf(request.raw);
  const readForm = chooseFormReader(contentType);
  if (isCoded(request.raw)) throw new ServiceError('unsupported_media_type', undefined, CODED);
  const body = await readBody(request, maxBytes);
  if (!body) throw tooLarge({ message: `The submission is larger than ${maxBytes} bytes.` });
  return parseSubmission(await readForm(body, contentType), sender);
}

interface Parts {
  routes: Pick<Routes, 'find' | 'authorize' | 'open'>;
  links: Links;
  submitForm: SubmitForm;
  testForm: TestForm;
  counts: Pick<Counts, 'add' | 'addError'>;
  /** MAX_SUBMISSION_BYTES. */
  maxBytes: number;
}

export function createSubmissionHandlers(
  parts: Parts,
): Pick<Handlers, 'submitForm' | 'testForm' | 'showThanks'> {
  const { routes, links, submitForm, testForm, counts, maxBytes } = parts;
  return {
    async submitForm(request, reply) {
      const route = await routes.find(formIdIn(request));
      const { formId } = route;
      // Until its inbox has confirmed, a form has no say about what strangers read.
      const { website, success_message: message }: FormSettings =
        route.status === 'active' ? route.settings : {};
      request.website = website;
      const sender: Sender = {
        origin: request.headers.origin,
        site: siteOf(request.headers),
        allowsLocal: (origin) => localPagesOf(links.isLocal(), route.settings)(origin),
      };
      if (hasOrigins(route)) answerSite(reply, sender.site);
      let submission: Submission | undefined;
      try {
        submission = await readSubmission(request, maxBytes, sender);
        const idempotencyKey = parseIdempotencyKey(idempotencyKeyOf(request));
        const bearer = readBearer(authorizationOf(request));
        const submitter = { ...askerOf(request), idempotencyKey, bearer };
        const accepted = await submitForm(route, submission, submitter);
        if (accepted.counted) counts.add(formId, accepted.counted);
        return sendAccepted(request, reply, accepted, message);
      } catch (error) {
        const isAnswered = !(error instanceof ClientGone);
        if (isAnswered && !submission?.dryRun) counts.addError(formId, error);
        throw error;
      }
    },
    async testForm(request) {
      const { row } = await routes.authorize(formIdIn(request), authorizationOf(request));
      const route = routes.open(row);
      try {
        const report = await testForm(route, askerOf(request));
        counts.add(route.formId, 'delivered');
        return report;
      } catch (error) {
        counts.addError(route.formId, error);
        throw error;
      }
    },
    async showThanks(request, reply) {
      return sendPage(reply, 200, renderAcceptedPage(languageOf(request)));
    },
  };
}
