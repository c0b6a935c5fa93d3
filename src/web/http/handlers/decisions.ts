import type { FastifyReply, FastifyRequest } from 'fastify';
import { wordsOf } from '../../../catalogs/languages.ts';
import {
  DECISION_NAMES,
  decisionOf,
  type DECISIONS,
  type DecisionName,
  unknownChoice,
} from '../../../contract/decisions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { ServiceError } from '../../../contract/service-error.ts';
import type { Shown } from '../../../consent/decisions/decision.ts';
import type { FormId } from '../../../contract/names.ts';
import { sampleSubmission } from '../../../fields/sample-values.ts';
import { OWN_TEST } from '../../../submissions/posted/site-ticket.ts';
import { decisionPage } from '../../pages/decision-page.ts';
import type { HandlerContext } from './handler-context.ts';
import type { Handlers } from '../mount-operations.ts';
import { readMailedForm, type MailedForm } from '../read-body.ts';
import { sendPage, wantsPage } from '../replies.ts';
import { languageOf, requesterOf, queryOf } from '../request.ts';

type Rows = typeof DECISIONS;

type DecisionHandlers = Pick<
  Handlers,
  Rows[DecisionName]['show']['id'] | Rows[DecisionName]['press']['id']
>;

const tokenIn = (request: FastifyRequest) => queryOf(request)['token'];

/**
 * The token that a button posts; mail programs post to the link itself and mark that in the body (RFC 8058, 3.2).
 */
function tokenPosted(name: DecisionName, form: MailedForm, request: FastifyRequest): unknown {
  const isOneClick = decisionOf(name).oneClick && form.get('List-Unsubscribe') === 'One-Click';
  return form.get('token') ?? (isOneClick ? tokenIn(request) : undefined);
}

/** The button that was pressed. Throws `invalid_json` for an unknown one: it must not pass for another one. */
function choiceIn(name: DecisionName, form: MailedForm): string {
  const { choices } = decisionOf(name);
  const choice = form.get('choice') ?? '';
  if (choices.length === 0 || choice === '') return '';
  if (choices.includes(choice)) return choice;
  throw new ServiceError('invalid_json', undefined, { message: unknownChoice(choices) });
}

/** The two operations of each mailed link: its page, which changes nothing, and its buttons. */
export function createDecisionHandlers({
  decisions,
  routes,
  siteTickets,
  links,
}: HandlerContext): DecisionHandlers {
  const wayOn = async (formId: FormId) => ({
    formId,
    code: links.code(formId),
    sample: sampleSubmission(await routes.find(formId)),
    ticket: siteTickets.issue(formId, OWN_TEST),
  });

  async function send(
    reply: FastifyReply,
    name: DecisionName,
    { page, token }: Shown,
    status = 200,
  ) {
    const language = languageOf(reply.request);
    const shown = page(wordsOf(language));
    const { delivers } = shown;
    const ways = {
      name,
      token,
      inbox: links.inbox(),
      ...(delivers !== undefined && { next: await wayOn(delivers) }),
    };
    return sendPage(reply, status, decisionPage(language, shown, ways));
  }

  const handlers = DECISION_NAMES.flatMap((name) => {
    const { show, press } = decisionOf(name);
    const { [name]: decision } = decisions;
    return [
      [
        show.id,
        async (request: FastifyRequest, reply: FastifyReply) =>
          send(reply, name, await decision.look(tokenIn(request))),
      ],
      [
        press.id,
        async (request: FastifyRequest, reply: FastifyReply) => {
          const form = await readMailedForm(request, LIMITS.verifyBodyBytes);
          const choice = choiceIn(name, form);
          const token = tokenPosted(name, form, request);
          const shown = await decision.press(token, choice, requesterOf(request));
          const status = shown.mailed ? 202 : 200;
          if (wantsPage(request)) return send(reply, name, shown, status);
          return reply.code(status).headers(shown.headers).send(shown.answer());
        },
      ],
    ] as const;
  });
  return Object.fromEntries(handlers) as unknown as DecisionHandlers;
}
