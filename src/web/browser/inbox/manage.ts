import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { HandOverState, ManagementToken } from '../../../contract/schemas.ts';
import { unless } from '../calls.ts';
import { announce, asMoment, fill, inboxWords } from '../context.ts';
import { Input, NO_FAULTS } from '../inputs.ts';
import { Action, Keepsake, quietButton, useFocusOnChange } from '../parts.ts';
import { form, type InboxRoute } from './operations.ts';

const { manage } = inboxWords;
const { targets: webhook } = inboxWords.editors;

const quietAction = (label: string, act: () => Promise<void>) =>
  h(Action, { key: label, label, busy: manage.busy, quiet: true, act });

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
      isStopped ? h('p', {}, manage.waits) : null,
      h(Action, {
        key: 'restart',
        label: manage.restart,
        busy: manage.busy,
        act: () => change(true),
      }),
    ]);
  }
  return h('div', { ref }, [
    h('p', {}, manage.stopHint),
    h('div', { class: 'actions' }, [
      quietAction(manage.stop, () => change(false)),
      quietAction(manage.spam, () => change(false, 'spam')),
    ]),
  ]);
}

/** A new management token, which is shown once. */
function NewToken({ route }: Pick<Props, 'route'>) {
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
    quietAction(manage.newToken, make),
  ]);
}

type Offer = NonNullable<HandOverState['offer']>;

const describe = ({ status, email = '', expires_at: until }: Offer): string =>
  fill(status === 'owner_asked' ? manage.handOverProposed : manage.handOverAsked, {
    email,
    until: asMoment(until, 'medium'),
  });

/** The offer that waits, as the service has it, and what changes it. */
function useOffer(formId: string) {
  const [waiting, setWaiting] = useState<Offer>();
  const [withdrawals, setWithdrawals] = useState(0);
  const load = async () => {
    const { offer } = await form.offerOf(formId);
    setWaiting(offer);
    return offer;
  };
  // Without an answer no offer is shown.
  useEffect(() => void load().catch(() => undefined), [formId]);
  return {
    waiting,
    withdrawals,
    async offer(email: string) {
      await form.handOver(formId, email);
      const made = await load();
      if (made) announce(describe(made));
    },
    async withdraw() {
      await form.withdrawOffer(formId);
      setWaiting(undefined);
      setWithdrawals((times) => times + 1);
      announce(manage.handOverWithdrawn);
    },
  };
}

/** Offers the form to another inbox, which is asked; an offer that waits can be withdrawn. */
function HandOver({ formId }: { formId: string }) {
  const [email, setEmail] = useState('');
  const { waiting, withdrawals, offer, withdraw } = useOffer(formId);
  const ref = useFocusOnChange(withdrawals);
  return h('div', { ref }, [
    h('p', {}, manage.handOverHint),
    waiting ? h('p', { class: 'notice' }, describe(waiting)) : null,
    waiting && quietAction(manage.handOverWithdraw, withdraw),
    h(Input, {
      path: '/hand-over-to',
      label: manage.handOverTo,
      value: email,
      faults: NO_FAULTS,
      input: { type: 'email' },
      onChange: setEmail,
    }),
    quietAction(manage.handOver, () => offer(email.trim())),
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
      h(Action, { label: manage.removeNow, busy: manage.busy, act: remove }),
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
