import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../../../contract/limits.ts';
import type { Requester } from '../../../domain/routes/route-verification.ts';
import type { Language } from '../../../words/languages.ts';
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

/** The handlers of the two operations that a link has. */
export function createLinkHandlers({ look, press }: OwnerLink) {
  return {
    async show(request: FastifyRequest, reply: FastifyReply) {
      const render = await look(tokenIn(request));
      return sendPage(reply, 200, render(languageOf(request)));
    },
    async press(request: FastifyRequest, reply: FastifyReply) {
      const form = await readMailedForm(request, LIMITS.verifyBodyBytes);
      const pressed = await press(form, requesterOf(request), tokenIn(request));
      const { answer, page, status = 200 } = pressed;
      if (!wantsPage(request)) return reply.code(status).send(answer);
      return sendPage(reply, status, page(languageOf(request)));
    },
  };
}
