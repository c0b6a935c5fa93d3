import { h, type ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { RouteResource } from '../../../contract/schemas.ts';
import { createRoute, newKey, type NewRoute, type Problem } from '../api.ts';
import { useAnnounce } from '../context.ts';
import { Keepsake, ProblemNotice } from '../parts.ts';
import { words } from './words.ts';

const { create } = words;

interface FieldProps {
  id: 'email' | 'alias';
  label: string;
  hint: string;
  value: string;
  onValue(value: string): void;
  type?: 'email';
  autoComplete: string;
  placeholder?: string;
  maxLength?: number;
}

function Field({ id, label, hint, value, onValue, ...rest }: FieldProps): ComponentChildren {
  return h(
    'p',
    {},
    h('label', { for: id }, label),
    h('input', {
      ...rest,
      id,
      value,
      name: id,
      required: true,
      'aria-describedby': `${id}-hint`,
      onInput: ({ currentTarget }) => onValue(currentTarget.value),
    }),
    h('span', { class: 'soft', id: `${id}-hint` }, hint),
  );
}

/** Asks for the inbox and the name of the form. A retry never creates a second form. */
export function CreateForm({
  onCreated,
}: {
  onCreated(route: RouteResource, email: string): void;
}): ComponentChildren {
  const announce = useAnnounce();
  const [email, setEmail] = useState('');
  const [alias, setAlias] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const attempt = useRef({ request: '', key: '' });

  const keyFor = (route: NewRoute) => {
    const request = JSON.stringify(route);
    if (attempt.current.request !== request) attempt.current = { request, key: newKey() };
    return attempt.current.key;
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    const route = { email: email.trim(), alias: alias.trim() };
    const outcome = await createRoute(route, keyFor(route));
    setBusy(false);
    if (!outcome.ok) {
      setProblem(outcome.problem);
      return;
    }
    announce(create.done);
    onCreated(outcome.value, route.email);
  };
  return h(
    'form',
    { class: 'card', onSubmit: submit },
    h(Field, {
      id: 'email',
      type: 'email',
      label: create.email,
      hint: create.emailHint,
      value: email,
      onValue: setEmail,
      autoComplete: 'email',
    }),
    h(Field, {
      id: 'alias',
      label: create.alias,
      hint: create.aliasHint,
      value: alias,
      onValue: setAlias,
      autoComplete: 'off',
      placeholder: create.aliasExample,
      maxLength: 120,
    }),
    h('button', { type: 'submit', 'aria-disabled': busy }, busy ? create.busy : create.button),
    h(ProblemNotice, { problem }),
  );
}

/** The endpoint and the token, for the creator to keep. */
export function CreatedRoute({ route }: { route: RouteResource }): ComponentChildren {
  const { endpoint, management_token: token } = route;
  return h(
    'div',
    { class: 'card' },
    h(Keepsake, { id: 'endpoint', label: create.endpoint, text: endpoint }),
    token === undefined
      ? null
      : h(Keepsake, { id: 'token', label: create.token, text: token, hint: create.tokenHint }),
  );
}
