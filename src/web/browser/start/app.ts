import { h, type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { RouteResource } from '../../../contract/schemas.ts';
import type { Outcome } from '../api.ts';
import { FormCode } from '../form-code.ts';
import { ProblemNotice } from '../parts.ts';
import { AwaitConfirmation } from './confirm-step.ts';
import { AnnounceContext } from '../context.ts';
import { CreatedRoute, CreateForm, type CreatedForm } from './create-step.ts';
import { useLeaveGuard } from './leave-guard.ts';
import { Step } from './step.ts';
import { TestForm } from './test-step.ts';
import { words } from './start-words.ts';

/** Of a form that was created elsewhere, only the route is known. */
type Created = Pick<CreatedForm, 'route'> & Partial<CreatedForm>;

/** The form that the URL names, or why it cannot be shown. */
export type Named = Outcome<RouteResource> | undefined;

interface FirstStepProps {
  created: Created | undefined;
  named: Named;
  onCreated(created: CreatedForm): void;
}

function FirstStep({ created, named, onCreated }: FirstStepProps): ComponentChildren {
  if (created) return h(CreatedRoute, created);
  const form = h(CreateForm, { onCreated });
  return named?.ok === false ? [h(ProblemNotice, named), form] : form;
}

/** The whole page: four steps, each of which opens when the one before it is done. */
export function App({ named }: { named: Named }): ComponentChildren {
  const [created, setCreated] = useState<Created | undefined>(
    named?.ok ? { route: named.value } : undefined,
  );
  const [tested, setTested] = useState(false);
  const [said, announce] = useState('');
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
    if (fresh.status === 'active') announce(words.confirm.done);
  };
  const { steps } = words;
  return h(
    AnnounceContext.Provider,
    { value: announce },
    h(
      'ol',
      { class: 'steps', role: 'list' },
      h(
        Step,
        { number: 1, title: steps.create, state: created ? 'done' : 'now' },
        h(FirstStep, { created, named, onCreated: keep }),
      ),
      h(
        Step,
        {
          number: 2,
          title: steps.confirm,
          state: active ? 'done' : created ? 'now' : 'later',
          focus: created !== undefined && !active,
        },
        active || !created
          ? h('p', { class: 'outcome' }, words.confirm.done)
          : h(AwaitConfirmation, { ...created, onRoute: update }),
      ),
      h(
        Step,
        { number: 3, title: steps.code, state: active ? 'now' : 'later', focus: active },
        created && active ? h(FormCode, { formId: created.route.form_id }) : null,
      ),
      h(
        Step,
        { number: 4, title: steps.test, state: tested ? 'done' : active ? 'open' : 'later' },
        created && active ? h(TestForm, { ...created, onDelivered: () => setTested(true) }) : null,
      ),
    ),
    h('p', { class: 'unseen', role: 'status' }, said),
  );
}
