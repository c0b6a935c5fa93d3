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

/** A form's delivery state in few words: it accepts messages, or why not. */
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
  /** Begins or ends the pause; undefined until the settings are known. */
  pause: ((isPaused: boolean) => Promise<void>) | undefined;
  onChanged(change: Partial<InboxRoute>): void;
}

/** Why a form does not deliver, or what its owner missed. */
function reasonOf(state: FormState, health: Health): string | undefined {
  if (state === 'bounced' || state === 'complaint' || state === 'active') {
    if (!health) return undefined;
    const { since, until = since } = health;
    return fill(reports[health.status], { since: asDay(since), until: asDay(until) });
  }
  return manage.why[state];
}

/** The state of a form, and the one thing that its owner can do about it. */
export function State({ email, route, health, pause, onChanged }: Props) {
  const { form_id: id, state } = route;
  const [mailed, setMailed] = useState('');
  const restart = async () => {
    const { status } = await form.restart(id);
    announce(status === 'active' ? manage.restarted : manage.why.unconfirmed);
    onChanged({ status, ...(status === 'active' && { state: 'active' }) });
  };
  const setPaused = (paused: boolean) => async () => {
    await pause?.(paused);
    announce(paused ? manage.why.paused : manage.restarted);
    onChanged({ paused });
  };
  /** Opening the link shows that the inbox gets mail. */
  const sendLink = async () => {
    await mailLink(email);
    const text = fill(manage.linkMailed, { email });
    setMailed(text);
    announce(text);
  };
  const start = { label: manage.restart, act: restart };
  const ACTIONS: Record<FormState, { label: string; act(): Promise<void>; quiet?: boolean }> = {
    active: { label: manage.pause, act: setPaused(true), quiet: true },
    paused: { label: manage.resume, act: setPaused(false) },
    unconfirmed: { label: manage.confirm, act: restart },
    stopped: start,
    bounced: { label: manage.mailLink, act: sendLink },
    complaint: start,
  };
  const reason = reasonOf(state, health);
  const look = state === 'active' ? health && 'notice good' : `notice ${LOOKS[state]}`;
  return (
    <div class={`standing ${look ?? ''}`}>
      <Badge state={state} />
      <p>{[reason, mailed].filter(Boolean).join(' ')}</p>
      {(pause || route.status !== 'active') && (
        <Action key={state} busy={manage.busy} {...ACTIONS[state]} />
      )}
    </div>
  );
}
