import { h } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../../../contract/schemas.ts';
import { call, withJson } from '../api.ts';
import { useTask } from '../calls.ts';
import { announce, DEPLOYMENT, fill, inboxWords, shared, typedBefore } from '../context.ts';
import { Input, NO_FAULTS } from '../inputs.ts';
import { Heading, ProblemNotice, quietButton, Submit } from '../parts.ts';

const { signIn } = inboxWords;

interface SentProps {
  email: string;
  onAgain(): void;
}

/** Says where the link is. The answer is the same whether the address has forms, so it cannot say more. */
function LookIntoMail({ email, onAgain }: SentProps) {
  return h('section', { class: 'card' }, [
    h(Heading, { text: signIn.sent, focus: true }),
    h('p', {}, fill(signIn.look, { email })),
    DEPLOYMENT.preview
      ? h('p', {}, h('a', { href: 'preview', target: '_blank', rel: 'noopener' }, shared.preview))
      : null,
    h('p', { class: 'soft' }, signIn.nothing),
    h('p', { class: 'soft' }, signIn.often),
    quietButton(signIn.again, onAgain, { class: 'quiet' }),
  ]);
}

interface Props {
  /** The address of the session that has ended. */
  email: string;
  ended: boolean;
}

/** The first step: asks for the address, and has a link mailed to it. */
export function SignIn({ email: known, ended }: Props) {
  const [email, setEmail] = useState(() => known || typedBefore('email'));
  const [sent, setSent] = useState(false);
  /** Whether the step has replaced another one. */
  const [again, setAgain] = useState(ended);
  const { busy, problem, run } = useTask();
  const ask = async () => {
    await call('v1/inbox/sessions', withJson('POST', { email: email.trim() }));
    announce(signIn.sent);
    setSent(true);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void run(ask);
  };
  const onAgain = () => {
    setAgain(true);
    setSent(false);
  };
  if (sent) return h(LookIntoMail, { email: email.trim(), onAgain });
  return h('form', { class: 'card', onSubmit: submit }, [
    h(Heading, { text: ended ? signIn.over : signIn.title, focus: again }),
    ended ? h('p', { class: 'notice' }, signIn.overHint) : null,
    h(Input, {
      path: '/email',
      label: signIn.email,
      hint: signIn.hint,
      value: email,
      faults: NO_FAULTS,
      input: { type: 'email', required: true, autoComplete: 'email' },
      onChange: setEmail,
    }),
    h(Submit, { busy, label: signIn.button, busyLabel: signIn.busy }),
    h(ProblemNotice, { problem }),
  ]);
}

/** The inbox that the token of a mailed link names; the service refuses one that names another. */
function inboxOf(token: string): string | undefined {
  try {
    const [named = ''] = token.split('.');
    const address = atob(named.replaceAll('-', '+').replaceAll('_', '/'));
    return address.includes('@') ? address : undefined;
  } catch {
    return undefined;
  }
}

interface OpenProps {
  token: string;
  onSession(session: Session): void;
  onInvalid(): void;
}

/** Waits for a click: programs that check the links of a mail open them, and a link works once. */
export function OpenInbox({ token, onSession, onInvalid }: OpenProps) {
  const { busy, problem, run } = useTask();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const email = inboxOf(token);
  const isInvalid = email === undefined || problem?.code === 'session_invalid';
  const open = async () =>
    onSession(await call<Session>('v1/inbox/sessions/exchange', withJson('POST', { token })));
  return h('section', { class: 'card' }, [
    h(Heading, { text: signIn.openTitle }),
    h('p', {}, signIn.openHint),
    isInvalid
      ? h('button', { type: 'button', onClick: onInvalid }, signIn.again)
      : h(
          'button',
          { type: 'button', ref: button, 'aria-disabled': busy, onClick: () => run(open) },
          busy ? signIn.openBusy : fill(signIn.open, { email }),
        ),
    h(ProblemNotice, { problem }),
  ]);
}
