import type { FastifyReply } from 'fastify';
import { wordsOf } from '../../../catalogs/languages.ts';
import {
  DECISION_NAMES,
  decisionOf,
  type DecisionName,
  type DecisionOperationId,
  unknownChoice,
} from '../../../contract/decisions.ts';
import { ServiceError } from '../../../contract/service-error.ts';
import type { Shown } from '../../../consent/decisions/decision.ts';
import type { FormId } from '../../../contract/names.ts';
import { sampleSubmission } from '../../../fields/sample-values.ts';
import { OWN_TEST } from '../../../submissions/posted/site-ticket.ts';
import { decisionPage } from '../../pages/decision-page.ts';
import type { Call, Operations } from '../call.ts';
import type { MailedForm } from '../read-body.ts';
import { sendPage, wantsPage } from '../replies.ts';
import { languageOf } from '../request.ts';
import type { HandlerContext } from './handler-context.ts';

type Posted = Call & { body: MailedForm };

/** The token that a button posts; mail programs post to the link itself (RFC 8058, 3.2). */
function tokenPosted(name: DecisionName, { body, query }: Posted): unknown {
  const isOneClick = decisionOf(name).oneClick && body.get('List-Unsubscribe') === 'One-Click';
  return body.get('token') ?? (isOneClick ? query['token'] : undefined);
}

/** The button that was pressed; an unknown one is `invalid_json`, and never another button. */
function choiceIn(name: DecisionName, form: MailedForm): string {
  const { choices } = decisionOf(name);
  const choice = form.get('choice') ?? '';
  if (choices.length === 0 || choice === '') return '';
  if (choices.includes(choice)) return choice;
  throw new ServiceError('invalid_json', undefined, { message: unknownChoice(choices) });
}

/** The two operations of each mailed link: its page, which changes nothing, and its buttons. */
export function decisionOperations({
  owners: { decisions },
  routes,
  submissions: { siteTickets },
  links,
}: HandlerContext): Pick<Operations, DecisionOperationId> {
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

  const show = (name: DecisionName) => async (call: Call) =>
    send(call.reply, name, await decisions[name].look(call.query['token']));

  const press = (name: DecisionName) => async (call: Posted) => {
    const { request, reply, body, asker } = call;
    const shown = await decisions[name].press(tokenPosted(name, call), choiceIn(name, body), asker);
    const status = shown.mailed ? 202 : 200;
    if (wantsPage(request)) return send(reply, name, shown, status);
    return reply.code(status).headers(shown.headers).send(shown.answer());
  };

  const rows = DECISION_NAMES.map((name) => ({ name, ...decisionOf(name) }));
  const operations = rows.flatMap((row) => [
    [row.show.id, show(row.name)] as const,
    [row.press.id, press(row.name)] as const,
  ]);
  return Object.fromEntries(operations) as Pick<Operations, DecisionOperationId>;
}
