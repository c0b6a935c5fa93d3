import { h, type ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RouteResource } from '../../../contract/schemas.ts';
import { Problem } from '../api.ts';
import { FormCode } from '../form-code.ts';
import { ProblemNotice } from '../parts.ts';
import { AwaitConfirmation } from './confirm-step.ts';
import { announce, Announcements, startWords } from '../context.ts';
import { CreatedRoute, CreateForm, useLeaveGuard, type CreatedForm } from './create-step.ts';
import { TestForm } from './test-step.ts';

const check = () =>
  h(
    'svg',
    { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    h('path', { d: 'M5 12.5l4.5 4.5L19 7.5' }),
  );

/** `open` is a step that can be used in addition to the current one. */
type StepState = 'later' | 'now' | 'open' | 'done';

interface StepProps {
  number: number;
  title: string;
  state: StepState;
  /** Moves the focus to the title once it becomes true. */
  focus?: boolean;
  children?: ComponentChildren;
}

/** One of the numbered steps. A later one only shows its title. */
function Step({ number, title, state, focus = false, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  const done =
    state === 'done' ? h('span', { class: 'unseen' }, ` (${startWords.stepDone})`) : null;
  return h('li', { class: `step ${state}`, ...(state === 'now' && { 'aria-current': 'step' }) }, [
    h('h2', { tabIndex: -1, ref: heading }, [
      h('span', { class: 'number' }, state === 'done' ? check() : number),
      h('span', {}, title, done),
    ]),
    state === 'later' ? null : children,
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
