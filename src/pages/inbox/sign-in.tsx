import { useEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../../contract/schemas.ts';
import { call, mailLink, useTask, withJson } from '../api.ts';
import {
  announce,
  carrying,
  DEPLOYMENT,
  fill,
  inboxWords,
  shared,
  useEmail,
  useTitle,
} from '../context.tsx';
import { Input } from '../inputs.tsx';
import { NO_FAULTS } from '../place.ts';
import {
  Heading,
  PreviewLink,
  ProblemNotice,
  QuietButton,
  Submit,
  useFocusOnFault,
} from '../parts.tsx';

const { signIn } = inboxWords;

/** Says where the link is. The answer never reveals whether an address has forms. */
const LookIntoMail = ({ email, onAgain }: { email: string; onAgain(): void }) => (
  <section class="card">
    <Heading focus>{signIn.sent}</Heading>
    <p>{fill(signIn.look, { email })}</p>
    <PreviewLink />
    <p class="soft">{signIn.nothing}</p>
    <p class="soft">{signIn.often}</p>
    <QuietButton label={signIn.again} class="quiet" onClick={onAgain} />
  </section>
);

interface Props {
  /** The address of the session that has ended. */
  email: string;
  ended: boolean;
}

/** The first step: asks for the address, and has a link mailed to it. */
export function SignIn({ email: known, ended }: Props) {
  const [email, setEmail] = useEmail(known);
  const [sent, setSent] = useState(false);
  /** True if the step has replaced another one. */
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
  if (sent) return <LookIntoMail email={email.trim()} onAgain={onAgain} />;
  return (
    <form class="card" noValidate ref={place} onSubmit={submit(ask)}>
      <Heading focus={again}>{ended ? signIn.over : signIn.title}</Heading>
      {ended && <p class="notice">{signIn.overHint}</p>}
      <Input
        path="/email"
        label={signIn.email}
        hint={signIn.hint}
        value={email}
        faults={problem?.faults ?? NO_FAULTS}
        advice={shared.errors.invalid_email}
        input={{ type: 'email', required: true, autoComplete: 'email' }}
        onChange={setEmail}
      />
      <Submit busy={busy} label={signIn.button} busyLabel={signIn.busy} />
      <ProblemNotice problem={problem} />
      {DEPLOYMENT.startPage && (
        <p class="onward">
          <a href={`start${carrying(email.trim())}`}>{signIn.newHere}</a>
        </p>
      )}
    </form>
  );
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
  return (
    <section class="card">
      <Heading>{signIn.openTitle}</Heading>
      <p>{signIn.openHint}</p>
      {isInvalid ? (
        <button type="button" onClick={onInvalid}>
          {signIn.again}
        </button>
      ) : (
        <button type="button" ref={button} aria-disabled={busy} onClick={() => void run(open)}>
          {busy ? signIn.openBusy : fill(signIn.open, { email })}
        </button>
      )}
      <ProblemNotice problem={problem} />
    </section>
  );
}
