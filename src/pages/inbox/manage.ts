import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { HandOverState, ManagementToken } from '../../contract/schemas.ts';
import { problemOf, unless, useTask } from '../api.ts';
import { announce, asMoment, fill, inboxWords } from '../context.ts';
import { besidesEntries, Entry, entryFault } from '../inputs.ts';
import {
  Action,
  Keepsake,
  ProblemNotice,
  quietButton,
  useFocusOnChange,
  useFocusOnFault,
} from '../parts.ts';
import { form, type InboxRoute } from './operations.ts';

const { manage } = inboxWords;
const { targets: webhook } = inboxWords.editors;

const action = (label: string, act: () => Promise<void>) =>
  h(Action, { key: label, label, busy: manage.busy, quiet: true, act });

interface Props {
  route: InboxRoute;
  onChanged(change: Partial<InboxRoute>): void;
  onDeleted(): void;
}

/** Ends the deliveries of a form; the top of the page starts it again. */
function Stop({ route, onChanged }: Omit<Props, 'onDeleted'>) {
  const stop = async (reason?: 'spam') => {
    const { status } = await form.stop(route.form_id, reason);
    announce(manage.stopped);
    onChanged({ status, state: 'stopped' });
  };
  return h('div', {}, [
    h('p', {}, manage.stopHint),
    h('div', { class: 'actions' }, [
      action(manage.stop, () => stop()),
      action(manage.spam, () => stop('spam')),
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

/** The offer of a form that waits, as the service says it; without an answer none is shown. */
export function useOffer(formId: string) {
  const [waiting, setWaiting] = useState<Offer>();
  const load = async () => {
    const { offer } = await form.offerOf(formId);
    setWaiting(offer);
    return offer;
  };
  useEffect(() => void problemOf(load), [formId]);
  const withdraw = async () => {
    await form.withdrawOffer(formId);
    setWaiting(undefined);
  };
  return { waiting, load, withdraw };
}

interface HandOverProps {
  formId: string;
  offer: ReturnType<typeof useOffer>;
  /** Only a form that delivers can be handed over. */
  isActive: boolean;
}

/** Offers the form to another inbox, which is asked; an offer that waits can be withdrawn. */
export function HandOver({ formId, offer: { waiting, load, withdraw }, isActive }: HandOverProps) {
  const [email, setEmail] = useState('');
  const [withdrawals, setWithdrawals] = useState(0);
  const { busy, problem, run } = useTask();
  const ref = useFocusOnChange(withdrawals);
  const place = useFocusOnFault<HTMLDivElement>(problem);
  if (!isActive) return null;
  const offer = async () => {
    await form.handOver(formId, email.trim());
    const made = await load();
    setEmail('');
    if (made) announce(describe(made));
  };
  const withdrawIt = async () => {
    await withdraw();
    setWithdrawals((times) => times + 1);
    announce(manage.handOverWithdrawn);
  };
  return h('div', { ref, class: 'part hand-over' }, [
    h('h4', {}, manage.handOver),
    h('p', {}, manage.handOverHint),
    waiting &&
      h('div', { class: 'notice info' }, [
        h('p', {}, describe(waiting)),
        action(manage.handOverWithdraw, withdrawIt),
      ]),
    h('div', { ref: place }, [
      h(Entry, {
        id: 'hand-over-to',
        label: manage.handOverTo,
        value: email,
        // Of no form: Enter must not save the settings around it.
        input: { type: 'email', autoComplete: 'off', form: '' },
        fault: entryFault(problem, 'email'),
        onValue: setEmail,
      }),
      quietButton(busy ? manage.busy : manage.handOver, () => run(offer), {
        class: 'quiet',
        'aria-disabled': busy,
      }),
      h(ProblemNotice, { problem: besidesEntries(problem) }),
    ]),
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
  return h(
    'div',
    { ref, class: 'notice bad', role: 'group', 'aria-labelledby': 'remove-question' },
    [
      h('p', { id: 'remove-question' }, fill(manage.removeQuestion, { form: route.name })),
      h('div', { class: 'actions' }, [
        quietButton(manage.keep, () => setAsked(false), { class: 'quiet' }),
        h(Action, { label: manage.removeNow, busy: manage.busy, danger: true, act: remove }),
      ]),
    ],
  );
}

/** The operations on the form as a whole. */
export const Manage = (props: Props) =>
  h('div', { class: 'part manage' }, [
    props.route.status === 'active' && h(Stop, props),
    h(NewToken, props),
    h(Delete, props),
  ]);
