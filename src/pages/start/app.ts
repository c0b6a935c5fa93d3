import { h } from 'preact';
import { useState } from 'preact/hooks';
import type { RouteResource } from '../../contract/schemas.ts';
import { Problem } from '../api.ts';
import { FormCode } from '../form-code.ts';
import { Heading, ProblemNotice, type HeadingProps } from '../parts.ts';
import { AwaitConfirmation } from './confirm-step.ts';
import { announce, Announcements, startWords } from '../context.ts';
import { CreatedRoute, CreateForm, useLeaveGuard, type CreatedForm } from './create-step.ts';
import { TestForm } from './test-step.ts';

function check() {
  const icon = { viewBox: '0 0 24 24', 'aria-hidden': 'true' } as const;
  return h('svg', icon, h('path', { d: 'M5 12.5l4.5 4.5L19 7.5' }));
}

/** `open` is a step that can be used in addition to the current one. */
type StepState = 'later' | 'now' | 'open' | 'done';

interface StepProps extends HeadingProps {
  number: number;
  title: string;
  state: StepState;
}

/** One of the numbered steps. A later one only shows its title. */
function Step({ number, title, state, focus = false, children }: StepProps) {
  const isDone = state === 'done';
  return h('li', { class: `step ${state}`, ...(state === 'now' && { 'aria-current': 'step' }) }, [
    h(Heading, { focus }, [
      h('span', { class: 'number' }, isDone ? check() : number),
      h('span', {}, title, isDone && h('span', { class: 'unseen' }, ` (${startWords.stepDone})`)),
    ]),
    state !== 'later' && children,
  ]);
}

/** Of a form that was created elsewhere, only the route is known. */
type Created = Pick<CreatedForm, 'route'> & Partial<CreatedForm>;

/** The form that the URL names, or why it cannot be shown. */
export type Named = RouteResource | Problem | undefined;

/** The whole page: four steps, each of which opens when the one before it is done. */
export function App({ named }: { named: Named }) {
  const [created, setCreated] = useState<Created | undefined>(
    named && !(named instanceof Problem) ? { route: named } : undefined,
  );
  const [tested, setTested] = useState(false);
  const active = created?.route.status === 'active';
  useLeaveGuard(created?.route.management_token !== undefined);

  const keep = (form: CreatedForm) => {
    setCreated(form);
    // Phones discard tabs that wait: loaded again, the page goes on with this form.
    history.replaceState(null, '', `#form=${form.route.form_id}`);
    // A change of the language would lose the token.
    document.querySelector('.languages')?.remove();
  };
  // Later answers have no management token, so the first one is kept.
  const update = (fresh: RouteResource) => {
    setCreated((before) => before && { ...before, route: { ...before.route, ...fresh } });
    if (fresh.status === 'active') announce(startWords.confirm.done);
  };
  const { steps } = startWords;
  const last = tested ? 'done' : active ? 'open' : 'later';
  const second = active ? 'done' : created ? 'now' : 'later';
  return [
    h('ol', { class: 'steps', role: 'list' }, [
      h(Step, { number: 1, title: steps.create, state: created ? 'done' : 'now' }, [
        !created && named instanceof Problem && h(ProblemNotice, { problem: named }),
        created ? h(CreatedRoute, created) : h(CreateForm, { onCreated: keep }),
      ]),
      h(Step, { number: 2, title: steps.confirm, state: second, focus: second === 'now' }, [
        active || !created
          ? h('p', { class: 'outcome' }, startWords.confirm.done)
          : h(AwaitConfirmation, { ...created, onRoute: update }),
      ]),
      h(Step, { number: 3, title: steps.code, state: active ? 'now' : 'later', focus: active }, [
        created && active && h(FormCode, { formId: created.route.form_id }),
      ]),
      h(Step, { number: 4, title: steps.test, state: last }, [
        created && active && h(TestForm, { ...created, onDelivered: () => setTested(true) }),
      ]),
    ]),
    h(Announcements, {}),
  ];
}
