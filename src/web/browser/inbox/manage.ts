import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { HandOverState, ManagementToken } from '../../../contract/schemas.ts';
import { problemOf, unless } from '../api.ts';
import { announce, asMoment, fill, inboxWords } from '../context.ts';
import { Entry } from '../inputs.ts';
import { Action, Keepsake, quietButton, useFocusOnChange } from '../parts.ts';
import { form, type InboxRoute } from './operations.ts';

const { manage } = inboxWords;
const { targets: webhook } = inboxWords.editors;

const action = (label: string, act: () => Promise<void>, quiet = true) =>
  h(Action, { key: label, label, busy: manage.busy, quiet, act });

interface Props {
  route: InboxRoute;
  /** Whether a mail of it was reported as spam, after which it waits to be started again. */
  isRefused: boolean;
  onChanged(change: Partial<InboxRoute>): void;
  onDeleted(): void;
}

/** Ends the deliveries of a form, or begins them again. */
function StopOrRestart({ route, isRefused, onChanged }: Omit<Props, 'onDeleted'>) {
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
      isStopped && h('p', {}, manage.waits),
      action(manage.restart, () => change(true), false),
    ]);
  }
  return h('div', { ref }, [
    h('p', {}, manage.stopHint),
    h('div', { class: 'actions' }, [
      action(manage.stop, () => change(false)),
      action(manage.spam, () => change(false, 'spam')),
    ]),
  ]);
}

/** A new management token, which is shown once. */
function NewToken({ route }: Pick<Props, 'route'>) {
  const { token: label, tokenOnce: hint } = manage;
  const [made, setMade] = useState<ManagementToken>();
  const make = async () => {
    setMade(await form.newToken(route.form_id));
    announce(manage.tokenMade);
  };
  return h('div', {}, [
    h('p', {}, manage.tokenHint),
    made && h(Keepsake, { id: 'token', label, text: made.management_token, hint }),
    made?.webhooks?.map(({ url, secret: text }, at) =>
      h(Keepsake, { key: url, id: `webhook-${at}`, label: `${webhook.secret} (${url})`, text }),
    ),
    action(manage.newToken, make),
  ]);
}

type Offer = NonNullable<HandOverState['offer']>;

function describe({ status, email = '', expires_at: time }: Offer): string {
  const text = status === 'owner_asked' ? manage.handOverProposed : manage.handOverAsked;
  return fill(text, { email, until: asMoment(time, 'medium') });
}

/** Offers the form to another inbox, which is asked; an offer that waits can be withdrawn. */
function HandOver({ formId }: { formId: string }) {
  const [email, setEmail] = useState('');
  const [waiting, setWaiting] = useState<Offer>();
  const [withdrawals, setWithdrawals] = useState(0);
  const ref = useFocusOnChange(withdrawals);
  const load = async () => {
    const { offer } = await form.offerOf(formId);
    setWaiting(offer);
    return offer;
  };
  // Without an answer no offer is shown.
  useEffect(() => void problemOf(load), [formId]);
  const offer = async () => {
    await form.handOver(formId, email.trim());
    const made = await load();
    if (made) announce(describe(made));
  };
  const withdraw = async () => {
    await form.withdrawOffer(formId);
    setWaiting(undefined);
    setWithdrawals((times) => times + 1);
    announce(manage.handOverWithdrawn);
  };
  return h('div', { ref }, [
    h('p', {}, manage.handOverHint),
    waiting && h('p', { class: 'notice' }, describe(waiting)),
    waiting && action(manage.handOverWithdraw, withdraw),
    h(Entry, {
      id: 'hand-over-to',
      label: manage.handOverTo,
      value: email,
      input: { type: 'email', autoComplete: 'off' },
      onValue: setEmail,
    }),
    action(manage.handOver, offer),
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
      action(manage.removeNow, remove, false),
    ]),
  ]);
}

/** The operations on the form as a whole. */
export function Manage(props: Props) {
  return h('div', { class: 'card manage' }, [
    h(StopOrRestart, props),
    h(NewToken, props),
    props.route.status === 'active' ? h(HandOver, { formId: props.route.form_id }) : null,
    h(Delete, props),
  ]);
}
