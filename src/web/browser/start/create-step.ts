import { h } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FormField } from '../../../contract/form-settings.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { RouteResource } from '../../../contract/schemas.ts';
import { createRoute, newKey, type NewRoute } from '../api.ts';
import { useTask } from '../calls.ts';
import { typedBefore, useAnnounce } from '../context.ts';
import { Input, NO_FAULTS, PROSE } from '../inputs.ts';
import { Keepsake, ProblemNotice, Submit } from '../parts.ts';
import { EditFormOptions, PROPOSED, settingsOf } from './form-options.ts';
import { useLeaveGuard } from './leave-guard.ts';
import { words } from './start-words.ts';

const { create } = words;

/** A form as it was just created, with what its creator knows of it. */
export interface CreatedForm {
  route: RouteResource;
  email: string;
  fields: readonly FormField[];
}

/** What is entered, and its way to a form. A retry never creates a second form. */
function useCreation(onCreated: (created: CreatedForm) => void) {
  const announce = useAnnounce();
  const { busy, problem, run } = useTask();
  const attempt = useRef({ request: '', key: '' });
  const keyFor = (route: NewRoute) => {
    const request = JSON.stringify(route);
    if (attempt.current.request !== request) attempt.current = { request, key: newKey() };
    return attempt.current.key;
  };
  const send = async (route: NewRoute) => {
    const created = await createRoute(route, keyFor(route));
    announce(create.done);
    onCreated({ route: created, email: route.email, fields: route.settings?.fields ?? [] });
  };
  return { busy, problem, send: (route: NewRoute) => run(() => send(route)) };
}

/** Asks for the inbox and the name of the form, and lets people choose its fields. */
export function CreateForm({ onCreated }: { onCreated(created: CreatedForm): void }) {
  const [email, setEmail] = useState(() => typedBefore('email'));
  const [alias, setAlias] = useState(() => typedBefore('alias'));
  const [options, setOptions] = useState(PROPOSED);
  const { busy, problem, send } = useCreation(onCreated);
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);
  useLeaveGuard(options.fields.length > 0);
  const submit = (event: Event) => {
    event.preventDefault();
    const settings = settingsOf(options);
    // Places of faults count the lines that were sent, so those are shown.
    setOptions({ ...options, fields: settings?.fields ?? [] });
    void send({ email: email.trim(), alias: alias.trim(), ...(settings && { settings }) });
  };
  return h('form', { class: 'card', ref: place, onSubmit: submit }, [
    h(Input, {
      path: '/email',
      label: create.email,
      hint: create.emailHint,
      value: email,
      faults: NO_FAULTS,
      input: { type: 'email', required: true, autoComplete: 'email' },
      onChange: setEmail,
    }),
    h(Input, {
      path: '/alias',
      label: create.alias,
      hint: create.aliasHint,
      value: alias,
      faults: NO_FAULTS,
      input: {
        ...PROSE,
        required: true,
        placeholder: create.aliasExample,
        maxLength: LIMITS.aliasCodePoints,
      },
      onChange: setAlias,
    }),
    h(EditFormOptions, {
      path: '/settings',
      value: options,
      faults: problem?.faults ?? NO_FAULTS,
      onChange: setOptions,
    }),
    h(Submit, { busy, label: create.button, busyLabel: create.busy }),
    h(ProblemNotice, { problem }),
  ]);
}

/** The endpoint and the token, for the creator to keep. */
export function CreatedRoute({ route }: { route: RouteResource }) {
  const { endpoint, management_token: token } = route;
  return h('div', { class: 'card' }, [
    h(Keepsake, { id: 'endpoint', label: create.endpoint, text: endpoint }),
    token === undefined
      ? null
      : h(Keepsake, { id: 'token', label: create.token, text: token, hint: create.tokenHint }),
  ]);
}
