import type { FastifyReply, FastifyRequest } from 'fastify';
import { DECISION_NAMES, decisionOf } from '../../../contract/decisions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { ServiceError } from '../../../contract/service-error.ts';
import type { Requester } from '../../../forms/route-verification.ts';
import type { Language } from '../../../catalogs/languages.ts';
import { readMailedForm, type MailedForm } from '../read-body.ts';
import { languageOf, requesterOf, sendPage, wantsPage } from '../replies.ts';
import { queryOf } from '../request.ts';

/** A page in the language of its reader. */
type Render = (language: Language) => string;

/** What the button of a page has done: for programs, and as a page. */
interface Pressed {
  answer: object;
  page: Render;
  /** By default 200. */
  status?: number;
}

/** A link in a mail to an owner: what it shows, and what the button of its page does. */
interface OwnerLink {
  /** The page of a token. Changes nothing. */
  look(token: unknown): Promise<Render>;
  /** `linked` is the token in the URL, which only mail programs post to. */
  press(form: MailedForm, requester: Requester, linked: unknown): Promise<Pressed>;
}

const tokenIn = (request: FastifyRequest) => queryOf(request).token;

/**
 * The token that a button posts; mail programs post to the link itself and mark that in the body (RFC 8058,
 * 3.2).
 */
export function tokenPosted(form: MailedForm, linked: unknown): unknown {
  const isOneClick = form.get('List-Unsubscribe') === 'One-Click';
  return form.get('token') ?? (isOneClick ? linked : undefined);
}

/** Throws `invalid_json` for a choice that the operation does not know: it must not pass for another one. */
function checkChoice({ routeOptions }: FastifyRequest, form: MailedForm): void {
  const id = routeOptions.config.operation?.path;
  const row = DECISION_NAMES.map(decisionOf).find(({ path }) => path === id);
  const choice = form.get('choice') ?? '';
  if (!row || row.choices.length === 0 || ['', ...row.choices].includes(choice)) return;
  const message = `Send \`choice\` with one of these values, or leave it out: ${row.choices.join(', ')}.`;
  throw new ServiceError('invalid_json', undefined, { message });
}

/** The handlers of the two operations that a link has. */
export function createLinkHandlers({ look, press }: OwnerLink) {
  return {
    async show(request: FastifyRequest, reply: FastifyReply) {
      const render = await look(tokenIn(request));
      return sendPage(reply, 200, render(languageOf(request)));
    },
    async press(request: FastifyRequest, reply: FastifyReply) {
      const form = await readMailedForm(request, LIMITS.verifyBodyBytes);
      checkChoice(request, form);
      const pressed = await press(form, requesterOf(request), tokenIn(request));
      const { answer, page, status = 200 } = pressed;
      if (!wantsPage(request)) return reply.code(status).send(answer);
      return sendPage(reply, status, page(languageOf(request)));
    },
  };
}
