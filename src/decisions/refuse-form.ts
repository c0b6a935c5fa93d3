import type { Words } from '../catalogs/catalog.ts';
import { LIMITS } from '../contract/limits.ts';
import { openRoute, type Route } from '../forms/route.ts';
import { createDecision, type DecisionPage, type Opened, type DecisionParts } from './decision.ts';
import { allowedPage, haltPage, namesOf, refusedPage, type NamedForm } from './form-pages.ts';

/**
 * What a link "I did not ask for this" can do now: refuse a waiting form, or allow mails again. `ended`: its form was
 * confirmed, or it has expired. `status` is the answer for programs.
 */
interface Refusal {
  state: 'open' | 'refused' | 'ended' | 'allowed';
  formId: string;
  route?: NamedForm;
  status: 'deleted' | 'allowed' | Route['status'];
}

const LIFE = LIMITS.refusalDays * 86_400_000;

/** For a reader who got a verification mail without asking for it. */
export function refusalPage(
  words: Words,
  { state, route }: Pick<Refusal, 'state' | 'route'>,
): DecisionPage {
  const { refuse, refusalEnded } = words.owners;
  if (state === 'refused') return refusedPage(words);
  if (state === 'allowed') return allowedPage(words, 'form');
  if (!route) return haltPage(words, refusalEnded);
  return {
    mark: 'ask',
    title: refuse.title,
    text: [refuse.explanation],
    facts: namesOf(words, route),
    ask: { buttons: [{ label: refuse.button }] },
    soft: refuse.keep,
  };
}

/** "I did not ask for this", in every verification mail: it works even after the form is deleted; docs/decisions/0024. */
export function createRefuseForm(parts: DecisionParts) {
  const { store, keyring, refusals, log, now } = parts;
  const { routes } = store;

  /** A deleted form can be refused too, unless it was confirmed or its mail is old. */
  const isOpenWithout = async ({ form, sentAt }: Opened<'refuse'>['facts']): Promise<boolean> =>
    now() < sentAt + LIFE && !(await refusals.hasEnded(form));

  return createDecision<'refuse', Refusal>(parts, {
    name: 'refuse',
    async look({ facts: { form, subject } }) {
      const row = await routes.findEvenSuspended(form);
      const about = { formId: form, status: row?.status ?? 'deleted' } as const;
      if (row?.status === 'pending_verification' && row.stoppedAt === null) {
        return { ...about, state: 'open', route: openRoute(keyring, row) };
      }
      return { ...about, state: (await refusals.isRefused(subject)) ? 'refused' : 'ended' };
    },
    effects: {
      async press({ facts }, { requestId }) {
        const { form: formId, subject } = facts;
        if (!(await routes.removeUnconfirmed(formId))) {
          const row = await routes.findEvenSuspended(formId);
          if (row) return { formId, status: row.status, state: 'ended' };
          const isOpen = await isOpenWithout(facts);
          if (!isOpen) return { formId, status: 'deleted', state: 'ended' };
        }
        await refusals.add(subject);
        log.routeRefused({ requestId, formId });
        return { formId, status: 'deleted', state: 'refused' };
      },
      async allow({ facts: { form: formId, subject } }, { requestId }) {
        await refusals.lift(subject);
        log.refusalLifted({ requestId, formId });
        return { formId, status: 'allowed', state: 'allowed' };
      },
    },
    answer: ({ status, formId }) => ({ success: true, status, form_id: formId }),
    page: refusalPage,
  });
}
