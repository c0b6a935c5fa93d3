import { h } from 'preact';
import { useState } from 'preact/hooks';
import type { ManagementToken } from '../../../contract/schemas.ts';
import { unless } from '../calls.ts';
import { useAnnounce } from '../context.ts';
import { Keepsake, quietButton } from '../parts.ts';
import { HandOver } from './hand-over.ts';
import { form, type InboxRoute } from './operations.ts';
import { Action, useFocusOnChange } from './parts.ts';
import { words } from './inbox-words.ts';

const { manage } = words;
const { targets: webhook } = words.editors;

interface Props {
  route: InboxRoute;
  /** Whether a mail of it was reported as spam, after which it waits to be started again. */
  isRefused: boolean;
  onChanged(change: Partial<InboxRoute>): void;
  onDeleted(): void;
}

/** Ends the deliveries of a form, or begins them again. */
function StopOrRestart({ route, isRefused, onChanged }: Omit<Props, 'onDeleted'>) {
  const announce = useAnnounce();
  const { form_id: id, status } = route;
  const isStopped = status !== 'active';
  const [changes, setChanges] = useState(0);
  const ref = useFocusOnChange(changes);
  const change = async (restart: boolean, reason?: 'spam') => {
    const { status: now } = restart ? await form.restart(id) : await form.stop(id, reason);
    onChanged({ status: now });
    setChanges((times) => times + 1);
    announce(now === 'active' ? manage.restarted : manage.stopped);
  };
  if (isStopped || isRefused) {
    return h('div', { ref }, [
      isStopped ? h('p', {}, manage.waits) : null,
      h(Action, { key: 'restart', label: manage.restart, act: () => change(true) }),
    ]);
  }
  return h('div', { ref }, [
    h('p', {}, manage.stopHint),
    h('div', { class: 'actions' }, [
      h(Action, { key: 'stop', label: manage.stop, quiet: true, act: () => change(false) }),
      h(Action, { key: 'spam', label: manage.spam, quiet: true, act: () => change(false, 'spam') }),
    ]),
  ]);
}

/** A new management token, which is shown once. */
function NewToken({ route }: Pick<Props, 'route'>) {
  const announce = useAnnounce();
  const [made, setMade] = useState<ManagementToken>();
  const make = async () => {
    setMade(await form.newToken(route.form_id));
    announce(manage.tokenMade);
  };
  return h('div', {}, [
    h('p', {}, manage.tokenHint),
    made &&
      h(Keepsake, {
        id: 'token',
        label: manage.token,
        text: made.management_token,
        hint: manage.tokenOnce,
      }),
    made?.webhooks?.map(({ url, secret }, at) =>
      h(Keepsake, {
        key: url,
        id: `webhook-${at}`,
        label: `${webhook.secret} (${url})`,
        text: secret,
      }),
    ),
    h(Action, { label: manage.newToken, quiet: true, act: make }),
  ]);
}

/** Deletes the form, once the owner has said so twice. */
function Delete({ route, onDeleted }: Pick<Props, 'route' | 'onDeleted'>) {
  const [asked, setAsked] = useState(false);
  const ref = useFocusOnChange(asked);
  const remove = async () => {
    await form.remove(route.form_id).catch(unless('route_not_found'));
    onDeleted();
  };
  if (!asked) {
    const ask = quietButton(manage.remove, () => setAsked(true), { class: 'quiet danger' });
    return h('div', { ref }, ask);
  }
  return h('div', { ref, class: 'notice', role: 'group', 'aria-labelledby': 'remove-question' }, [
    h('p', { id: 'remove-question' }, manage.removeQuestion),
    h('div', { class: 'actions' }, [
      quietButton(manage.keep, () => setAsked(false), { class: 'quiet' }),
      h(Action, { label: manage.removeNow, act: remove }),
    ]),
  ]);
}

/** What the owner does with the form as a whole. */
export function Manage(props: Props) {
  return h('div', { class: 'card manage' }, [
    h(StopOrRestart, props),
    h(NewToken, props),
    props.route.status === 'active' ? h(HandOver, { formId: props.route.form_id }) : null,
    h(Delete, props),
  ]);
}
