import { useState } from 'preact/hooks';
import type { FormSettingsView } from '../../contract/schemas.ts';
import { asDay, fill, announce, inboxWords } from '../context.tsx';
import { mailLink } from '../api.ts';
import { Action } from '../parts.tsx';
import { form, type InboxRoute } from './operations.ts';

const { health: reports, manage, states } = inboxWords;

type FormState = InboxRoute['state'];
type Health = FormSettingsView['health'];

/** The look of each state: fine, waiting for its owner, or broken. */
const LOOKS: Readonly<Record<FormState, string>> = {
  active: 'active',
  paused: 'paused',
  unconfirmed: 'waiting',
  stopped: 'off',
  bounced: 'broken',
  complaint: 'broken',
};

/** A form's delivery state in few words: active, or why not. */
export const Badge = ({ state }: Pick<InboxRoute, 'state'>) => (
  <span class={`state ${LOOKS[state]}`}>{states[state]}</span>
);

/** A form in the list with what is known since: that its mail came back, or that it was paused. */
export function stateWith(route: InboxRoute, health: Health): InboxRoute {
  if (route.status !== 'active') return route;
  if (health && health.status !== 'healed') return { ...route, state: health.status };
  if (!health && LOOKS[route.state] === 'broken') return route;
  return { ...route, state: route.paused ? 'paused' : 'active' };
}

interface Props {
  email: string;
  route: InboxRoute;
  health: Health;
  /** Ends the pause. */
  resume(): Promise<void>;
  onChanged(change: Partial<InboxRoute>): void;
}

/** Has a link mailed: opening it shows that the inbox gets mail. */
function MailLink({ email }: Pick<Props, 'email'>) {
  const [sent, setSent] = useState('');
  const send = async () => {
    await mailLink(email);
    const text = fill(manage.linkMailed, { email });
    setSent(text);
    announce(text);
  };
  return (
    <div>
      {sent !== '' && <p>{sent}</p>}
      <Action label={manage.mailLink} busy={manage.busy} act={send} />
    </div>
  );
}

/** Why a form does not deliver, and the one thing that its owner can do about it. */
export function Standing({ email, route, health, resume, onChanged }: Props) {
  const { form_id: id, state } = route;
  const since = health && {
    since: asDay(health.since),
    until: asDay(health.until ?? health.since),
  };
  if (state === 'active') {
    if (!health || !since) return null;
    return <p class="notice good">{fill(reports[health.status], since)}</p>;
  }
  const isReported = state === 'bounced' || state === 'complaint';
  if (isReported && !since) return null;
  const restart = async () => {
    const { status } = await form.restart(id);
    announce(status === 'active' ? manage.restarted : manage.why.unconfirmed);
    onChanged({ status, ...(status === 'active' && { state: 'active' }) });
  };
  const end = async () => {
    await resume();
    announce(manage.restarted);
    onChanged({ paused: false });
  };
  const label = state === 'unconfirmed' ? manage.confirm : manage.restart;
  return (
    <div class={state === 'paused' ? 'notice info' : 'notice'}>
      <p>{isReported ? fill(reports[state], since ?? {}) : manage.why[state]}</p>
      {state === 'bounced' ? (
        <MailLink email={email} />
      ) : state === 'paused' ? (
        <Action label={manage.resume} busy={manage.busy} act={end} />
      ) : (
        <Action key={state} label={label} busy={manage.busy} act={restart} />
      )}
    </div>
  );
}
