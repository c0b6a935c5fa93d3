import { useState } from 'preact/hooks';
import type { RouteResource } from '../../contract/schemas.ts';
import { Problem } from '../api.ts';
import { FormCode } from '../form-code.tsx';
import { Heading, Icon, ProblemNotice, type HeadingProps } from '../parts.tsx';
import { AwaitConfirmation } from './confirm-step.tsx';
import { announce, Announcements, startWords } from '../context.tsx';
import {
  CreatedRoute,
  CreateForm,
  keepCreated,
  withKept,
  type CreatedForm,
} from './create-step.tsx';
import { TestForm } from './test-step.tsx';

const CHECK = 'M5 12.5l4.5 4.5L19 7.5';

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
  return (
    <li class={`step ${state}`} aria-current={state === 'now' ? 'step' : undefined}>
      <Heading focus={focus}>
        <span class="number">{isDone ? <Icon path={CHECK} /> : number}</span>
        <span>
          {title}
          {isDone && <span class="unseen">{` (${startWords.stepDone})`}</span>}
        </span>
      </Heading>
      {state !== 'later' && children}
    </li>
  );
}

/** The form that the URL names, or why it cannot be shown. */
export type Named = RouteResource | Problem | undefined;

/** Lets another language go on with the form in the address. */
export function keepInLanguages(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) {
    link.hash = location.hash;
  }
}

/** The whole page: four steps, each of which opens when the one before it is done. */
export function App({ named }: { named: Named }) {
  const [created, setCreated] = useState(
    named && !(named instanceof Problem) ? withKept(named) : undefined,
  );
  const [tested, setTested] = useState(false);
  const active = created?.route.status === 'active';

  const keep = (form: CreatedForm) => {
    setCreated(form);
    keepCreated(form);
    // Phones discard tabs that wait: loaded again, the page goes on with this form.
    history.replaceState(null, '', `#form=${form.route.form_id}`);
    keepInLanguages();
  };
  // Later answers have no management token, so the first one is kept.
  const update = (fresh: RouteResource) => {
    setCreated((before) => before && { ...before, route: { ...before.route, ...fresh } });
    if (fresh.status === 'active') announce(startWords.confirm.done);
  };
  const { steps } = startWords;
  const last = tested ? 'done' : active ? 'open' : 'later';
  const second = active ? 'done' : created ? 'now' : 'later';
  return (
    <>
      <ol class="steps" role="list">
        <Step number={1} title={steps.create} state={created ? 'done' : 'now'}>
          {!created && named instanceof Problem && <ProblemNotice problem={named} />}
          {created ? <CreatedRoute {...created} /> : <CreateForm onCreated={keep} />}
        </Step>
        <Step number={2} title={steps.confirm} state={second} focus={second === 'now'}>
          {active || !created ? (
            <p class="outcome">{startWords.confirm.done}</p>
          ) : (
            <AwaitConfirmation {...created} onRoute={update} />
          )}
        </Step>
        <Step number={3} title={steps.code} state={active ? 'now' : 'later'} focus={active}>
          {created && active && <FormCode {...created.route} />}
        </Step>
        <Step number={4} title={steps.test} state={last}>
          {created && active && <TestForm {...created} onDelivered={() => setTested(true)} />}
        </Step>
      </ol>
      <Announcements />
    </>
  );
}
