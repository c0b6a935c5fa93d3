import { useEffect, useState } from 'preact/hooks';
import type { HandOverState, ManagementToken } from '../../contract/schemas.ts';
import { problemOf, unless, useTask } from '../api.ts';
import { announce, asMoment, fill, inboxWords, shared } from '../context.tsx';
import { Input, Switch } from '../inputs.tsx';
import { NO_FAULTS } from '../place.ts';
import {
  Action,
  Keepsake,
  ProblemNotice,
  QuietButton,
  useFocusOnChange,
  useFocusOnFault,
} from '../parts.tsx';
import { form, type InboxRoute } from './operations.ts';

const { manage } = inboxWords;
const { targets: webhook } = inboxWords.editors;

const QuietAction = (action: { label: string; act(): Promise<void> }) => (
  <Action busy={manage.busy} quiet {...action} />
);

interface Props {
  route: InboxRoute;
  offer: ReturnType<typeof useOffer>;
  onChanged(change: Partial<InboxRoute>): void;
  onDeleted(): void;
}

/** Ends the deliveries of a form; the top of the page starts it again. */
function Stop({ route, onChanged }: Omit<Props, 'offer' | 'onDeleted'>) {
  const [isSpam, setSpam] = useState(false);
  const stop = async () => {
    const { status } = await form.stop(route.form_id, isSpam ? 'spam' : undefined);
    announce(manage.stopped);
    onChanged({ status, state: 'stopped' });
  };
  return (
    <div>
      <p>{manage.stopHint}</p>
      <Switch path="/spam" label={manage.spam} value={isSpam} onChange={setSpam} />
      <QuietAction label={manage.stop} act={stop} />
    </div>
  );
}

/** A new management token, which is shown once. */
function NewToken({ route }: Pick<Props, 'route'>) {
  const { token: label, tokenOnce: hint } = manage;
  const [made, setMade] = useState<ManagementToken>();
  const make = async () => {
    setMade(await form.newToken(route.form_id));
    announce(manage.tokenMade);
  };
  return (
    <div>
      <p>{manage.tokenHint}</p>
      {made && <Keepsake id="token" label={label} text={made.management_token} hint={hint} />}
      {made?.webhooks?.map(({ url, secret: text }, at) => (
        <Keepsake key={url} id={`webhook-${at}`} label={`${webhook.secret} (${url})`} text={text} />
      ))}
      <QuietAction label={manage.newToken} act={make} />
    </div>
  );
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

/** Offers the form to another inbox, which is asked; an offer that waits can be withdrawn. */
function HandOver({ route, offer: { waiting, load, withdraw } }: Pick<Props, 'route' | 'offer'>) {
  const [email, setEmail] = useState('');
  const [withdrawals, setWithdrawals] = useState(0);
  const { busy, problem, run } = useTask();
  const ref = useFocusOnChange(withdrawals);
  const place = useFocusOnFault<HTMLDivElement>(problem);
  const offer = async () => {
    await form.handOver(route.form_id, email.trim());
    const made = await load();
    setEmail('');
    if (made) announce(describe(made));
  };
  const withdrawIt = async () => {
    await withdraw();
    setWithdrawals((times) => times + 1);
    announce(manage.handOverWithdrawn);
  };
  return (
    <div ref={ref}>
      <p>{manage.handOverHint}</p>
      {waiting && (
        <div class="notice info">
          <p>{describe(waiting)}</p>
          <QuietAction label={manage.handOverWithdraw} act={withdrawIt} />
        </div>
      )}
      <div ref={place}>
        <Input
          path="/email"
          id="hand-over-to"
          label={manage.handOverTo}
          value={email}
          faults={problem?.faults ?? NO_FAULTS}
          advice={shared.errors.invalid_email}
          input={{ type: 'email' }}
          onChange={setEmail}
        />
        <QuietButton
          label={busy ? manage.busy : manage.handOver}
          class="quiet"
          aria-disabled={busy}
          onClick={() => run(offer)}
        />
        <ProblemNotice problem={problem} />
      </div>
    </div>
  );
}

/** Deletes the form, once the owner has said so twice. */
function Delete({ route, onDeleted }: Pick<Props, 'route' | 'onDeleted'>) {
  const [asked, setAsked] = useState(false);
  const ref = useFocusOnChange(asked);
  const remove = async () => {
    await form.remove(route.form_id).catch(unless('route_not_found'));
    announce(manage.removed);
    onDeleted();
  };
  if (!asked) {
    return (
      <div ref={ref}>
        <QuietButton label={manage.remove} class="quiet danger" onClick={() => setAsked(true)} />
      </div>
    );
  }
  return (
    <div ref={ref} class="notice bad" role="group" aria-labelledby="remove-question">
      <p id="remove-question">{fill(manage.removeQuestion, { form: route.name })}</p>
      <div class="actions">
        <QuietButton label={manage.keep} class="quiet" onClick={() => setAsked(false)} />
        <Action label={manage.removeNow} busy={manage.busy} danger act={remove} />
      </div>
    </div>
  );
}

/** The operations on the form as a whole; one that does not deliver is started first. */
export const Manage = (props: Props) => (
  <div class="manage">
    {props.route.status === 'active' && (
      <>
        <Stop {...props} />
        <HandOver {...props} />
      </>
    )}
    <NewToken {...props} />
    <Delete {...props} />
  </div>
);
