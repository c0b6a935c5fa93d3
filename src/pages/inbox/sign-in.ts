import { h } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../../contract/schemas.ts';
import { call, mailLink, useTask, withJson } from '../api.ts';
import {
  announce,
  carrying,
  DEPLOYMENT,
  fill,
  inboxWords,
  useEmail,
  useTitle,
} from '../context.ts';
import { besidesEntries, Entry, entryFault } from '../inputs.ts';
import {
  Heading,
  previewLink,
  ProblemNotice,
  quietButton,
  Submit,
  useFocusOnFault,
} from '../parts.ts';

const { signIn } = inboxWords;

/** Says where the link is. The answer is the same whether the address has forms, so it cannot say more. */
const lookIntoMail = (email: string, onAgain: () => void) =>
  h('section', { class: 'card' }, [
    h(Heading, { focus: true }, signIn.sent),
    h('p', {}, fill(signIn.look, { email })),
    previewLink(),
    h('p', { class: 'soft' }, signIn.nothing),
    h('p', { class: 'soft' }, signIn.often),
    quietButton(signIn.again, onAgain, { class: 'quiet' }),
  ]);

interface Props {
  /** The address of the session that has ended. */
  email: string;
  ended: boolean;
}

/** The first step: asks for the address, and has a link mailed to it. */
export function SignIn({ email: known, ended }: Props) {
  const [email, setEmail] = useEmail(known);
  const [sent, setSent] = useState(false);
  /** Whether the step has replaced another one. */
  const [again, setAgain] = useState(ended);
  const { busy, problem, submit } = useTask();
  const place = useFocusOnFault(problem);
  const ask = async () => {
    await mailLink(email.trim());
    announce(signIn.sent);
    setSent(true);
  };
  const onAgain = () => {
    setAgain(true);
    setSent(false);
  };
  useTitle(sent ? signIn.sent : ended ? signIn.over : '');
  if (sent) return lookIntoMail(email.trim(), onAgain);
  return h('form', { class: 'card', ref: place, onSubmit: submit(ask) }, [
    h(Heading, { focus: again }, ended ? signIn.over : signIn.title),
    ended && h('p', { class: 'notice' }, signIn.overHint),
    h(Entry, {
      id: 'email',
      label: signIn.email,
      hint: signIn.hint,
      value: email,
      input: { name: 'email', type: 'email', required: true, autoComplete: 'email' },
      fault: entryFault(problem, 'email'),
      onValue: setEmail,
    }),
    h(Submit, { busy, label: signIn.button, busyLabel: signIn.busy }),
    h(ProblemNotice, { problem: besidesEntries(problem) }),
    DEPLOYMENT.startPage &&
      h(
        'p',
        { class: 'onward' },
        h('a', { href: `start${carrying(email.trim())}` }, signIn.newHere),
      ),
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
  useTitle(signIn.openTitle);
  useEffect(() => button.current?.focus(), []);
  const email = inboxOf(token);
  const isInvalid = email === undefined || problem?.code === 'session_invalid';
  const open = async () =>
    onSession(await call<Session>('v1/inbox/sessions/exchange', withJson('POST', { token })));
  const attributes = { type: 'button', ref: button, 'aria-disabled': busy } as const;
  return h('section', { class: 'card' }, [
    h(Heading, {}, signIn.openTitle),
    h('p', {}, signIn.openHint),
    isInvalid
      ? h('button', { type: 'button', onClick: onInvalid }, signIn.again)
      : h(
          'button',
          { ...attributes, onClick: () => run(open) },
          busy ? signIn.openBusy : fill(signIn.open, { email }),
        ),
    h(ProblemNotice, { problem }),
  ]);
}
