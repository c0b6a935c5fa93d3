import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { HandOverState } from '../../../contract/schemas.ts';
import { fill, LANGUAGE, useAnnounce } from '../context.ts';
import { Input, NO_FAULTS } from '../inputs.ts';
import { form } from './operations.ts';
import { Action, useFocusOnChange } from './parts.ts';
import { words } from './inbox-words.ts';

const { manage } = words;

type Offer = NonNullable<HandOverState['offer']>;

const asMoment = (time: string): string =>
  new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(time),
  );

const describe = ({ status, email = '', expires_at: until }: Offer): string =>
  fill(status === 'owner_asked' ? manage.handOverProposed : manage.handOverAsked, {
    email,
    until: asMoment(until),
  });

/** The offer that waits, as the service has it, and what changes it. */
function useOffer(formId: string) {
  const announce = useAnnounce();
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
export function HandOver({ formId }: { formId: string }) {
  const [email, setEmail] = useState('');
  const { waiting, withdrawals, offer, withdraw } = useOffer(formId);
  const ref = useFocusOnChange(withdrawals);
  return h('div', { ref }, [
    h('p', {}, manage.handOverHint),
    waiting ? h('p', { class: 'notice' }, describe(waiting)) : null,
    waiting &&
      h(Action, { key: 'withdraw', label: manage.handOverWithdraw, quiet: true, act: withdraw }),
    h(Input, {
      path: '/hand-over-to',
      label: manage.handOverTo,
      value: email,
      faults: NO_FAULTS,
      input: { type: 'email' },
      onChange: setEmail,
    }),
    h(Action, {
      key: 'offer',
      label: manage.handOver,
      quiet: true,
      act: () => offer(email.trim()),
    }),
  ]);
}
