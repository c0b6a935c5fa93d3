import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import { refusalSubject, type Refusals } from '../../inboxes/refusals.ts';
import { standingOf, withStanding } from '../copy-standing.ts';
import type { RewriteRoute } from '../rewrite-route.ts';
import { openRoute, type Route } from '../route.ts';
import type { FormId } from '../../contract/form-id.ts';
import type { RouteStore } from '../../platform/stores/route-store.ts';
import type { FindRoute } from '../opened-routes.ts';
import { openQuestionToken } from './copy-token.ts';

/**
 * What the link of a question can do now. `expired`: only refuse. `ended`: the form offers this inbox no copies
 * any more, or it has stopped them since, or is gone; `refused` inboxes may allow such questions again.
 */
interface QuestionState {
  state: 'open' | 'expired' | 'confirmed' | 'ended' | 'refused' | 'allowed';
  formId: FormId;
  address: EmailAddress;
  /** Undefined if the form is gone. */
  route: Route | undefined;
}

/** Every call throws `verification_token_required` or `verification_token_invalid`. */
export interface AnswerQuestion {
  /** Changes nothing. Throws `route_not_found` where the inbox has refused this question, as all others but `allow`. */
  look(token: unknown): Promise<QuestionState>;
  /**
   * The inbox gets copies from now on. Repeating it succeeds. Throws `verification_token_expired`,
   * `verification_mismatch` where the question has ended, and `route_not_found`.
   */
  confirm(token: unknown, requestId: string): Promise<QuestionState>;
  /**
   * The inbox wants no copies, and for a while no questions of any form. No effect once it has confirmed:
   * then it stops its copies.
   */
  refuse(token: unknown, requestId: string): Promise<QuestionState>;
  /** Lets such questions arrive again; one that was refused stays over. */
  allow(token: unknown, requestId: string): Promise<QuestionState>;
}

interface Parts {
  store: { routes: RouteStore };
  keyring: Keyring;
  findRoute: FindRoute;
  rewrite: RewriteRoute;
  refusals: Refusals;
  log: Log;
  now: () => number;
}

type OpenedQuestion = ReturnType<typeof openQuestionToken>;

const REFUSABLE = LIMITS.refusalDays * 86_400_000;

const mismatch = () =>
  new ServiceError('verification_mismatch', undefined, { variant: 'ended_copy' });

/** Names a question among those that were refused. */
const nameOf = ({ formId, address, since }: OpenedQuestion) => `${formId} ${address} ${since}`;

function createLook({ store, keyring, refusals, now }: Parts) {
  return async (question: OpenedQuestion): Promise<QuestionState> => {
    const { formId, address, since, expiresAt } = question;
    if (await refusals.hasEnded(nameOf(question))) {
      throw new ServiceError('route_not_found', undefined, { variant: 'refused_question' });
    }
    const row = await store.routes.find(formId);
    const about = { formId, address, route: row && openRoute(keyring, row) };
    const standing = about.route && standingOf(about.route, address);
    if (standing?.status === 'confirmed') return { ...about, state: 'confirmed' };
    if (await refusals.isRefused(refusalSubject(keyring, address))) {
      return { ...about, state: 'refused' };
    }
    if (standing?.status !== 'asked' || standing.since !== since) {
      return { ...about, state: 'ended' };
    }
    return { ...about, state: now() < expiresAt ? 'open' : 'expired' };
  };
}

export function createAnswerQuestion(parts: Parts): AnswerQuestion {
  const { keyring, findRoute, rewrite, refusals, log, now } = parts;
  const look = createLook(parts);

  /** Answers the question that the token is about, unless that has ended. */
  function settle(
    { formId, address, since }: OpenedQuestion,
    status: 'confirmed' | 'refused',
  ): Promise<Route | undefined> {
    return rewrite(formId, (current) => {
      const standing = standingOf(current, address);
      const isOpen = standing?.since === since && standing.status === 'asked';
      return isOpen ? withStanding(current, address, { status, since }) : undefined;
    });
  }

  return {
    look: async (token) => look(openQuestionToken(keyring, token)),
    async confirm(token, requestId) {
      const question = openQuestionToken(keyring, token);
      const { formId, address } = question;
      const before = await look(question);
      if (now() >= question.expiresAt) throw new ServiceError('verification_token_expired');
      await findRoute(formId);
      if (before.state === 'confirmed') return before;
      const confirmed = await settle(question, 'confirmed');
      if (!confirmed) throw mismatch();
      log.copyAnswered({ requestId, formId, answer: 'confirmed' });
      return { state: 'confirmed', formId, address, route: confirmed };
    },
    async refuse(token, requestId) {
      const question = openQuestionToken(keyring, token);
      const { formId, address, expiresAt } = question;
      const before = await look(question);
      if (before.state === 'confirmed' || now() >= expiresAt + REFUSABLE) return before;
      await refusals.add(refusalSubject(keyring, address));
      await refusals.end(nameOf(question));
      await settle(question, 'refused');
      log.copyAnswered({ requestId, formId, answer: 'refused' });
      return { ...before, state: 'refused' };
    },
    async allow(token, requestId) {
      const question = openQuestionToken(keyring, token);
      const { formId, address } = question;
      await refusals.lift(refusalSubject(keyring, address));
      log.copyAnswered({ requestId, formId, answer: 'allowed' });
      return { state: 'allowed', formId, address, route: undefined };
    },
  };
}
