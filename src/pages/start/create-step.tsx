import { useEffect, useRef, useState } from 'preact/hooks';
import { LIMITS } from '../../contract/limits.ts';
import type { FormSettings } from '../../contract/form-settings.ts';
import type { RouteResource } from '../../contract/schemas.ts';
import { call, useTask, withJson } from '../api.ts';
import { announce, carrying, startWords, typedBefore, useEmail } from '../context.tsx';
import { Composer } from '../composer/composer.tsx';
import { hasFileField, toFields, type FieldDraft } from '../composer/field-values.ts';
import { besidesEntries, Entry, entryFault, Switch } from '../inputs.tsx';
import { faultsAt, memberOf, NO_FAULTS, type Place } from '../place.ts';
import { disclosure, Keepsake, ProblemNotice, Submit, useFocusOnFault } from '../parts.tsx';

const { create, options: optionWords } = startWords;

/** The settings that a new form can have besides an inbox and a name. */
interface FormOptions {
  fields: readonly FieldDraft[];
  /** True if suspicious submissions need a challenge. */
  challenge: boolean;
}

/** The options that the page proposes. */
const PROPOSED: FormOptions = { fields: [], challenge: true };

/** The settings to create the form with; undefined for none. */
function settingsOf({ fields, challenge }: FormOptions): FormSettings | undefined {
  const sent = toFields(fields);
  const settings: FormSettings = {
    ...(sent && { fields: sent }),
    ...(challenge && { challenge: 'suspicious' }),
    // A field for files alone does not let them in.
    ...(hasFileField(fields) && { files: {} }),
  };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

/** Closed until somebody wants it, because most forms are fine without. */
function EditFormOptions(place: Place<FormOptions>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="options" {...disclosure(isOpen || place.faults.length > 0, setOpen)}>
      <summary>{optionWords.title}</summary>
      <Composer
        title={optionWords.fields}
        hint={optionWords.fieldsHint}
        {...memberOf(place, 'fields')}
      />
      <Switch
        {...memberOf(place, 'challenge')}
        path="/challenge"
        label={optionWords.challenge}
        hint={optionWords.challengeHint}
      />
    </details>
  );
}

/** Warns before leaving while only this page has the management token or the input. */
export function useLeaveGuard(armed: boolean): void {
  useEffect(() => {
    if (!armed) return undefined;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [armed]);
}

/** A newly created form, with what its creator knows about it. */
export interface CreatedForm {
  route: RouteResource;
  email: string;
}

/** A fresh Idempotency-Key: 16 random bytes in hexadecimal. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const ToInbox = ({ why, email = '' }: { why: string; email?: string }) => (
  <p class="onward">
    {`${why} `}
    <a href={`inbox${carrying(email.trim())}`}>{create.manage}</a>
  </p>
);

/** Asks for the inbox and the name of the form, and lets people choose its fields. */
export function CreateForm({ onCreated }: { onCreated(created: CreatedForm): void }) {
  const [email, setEmail] = useEmail();
  const [alias, setAlias] = useState(() => typedBefore('alias') || create.aliasExample);
  const [options, setOptions] = useState(PROPOSED);
  const { busy, problem, submit } = useTask();
  const place = useFocusOnFault(problem);
  // A retry never creates a second form.
  const attempt = useRef({ request: '', key: '' });
  useLeaveGuard(options.fields.length > 0);
  const send = async () => {
    const settings = settingsOf(options);
    const { fields = [] } = settings ?? {};
    // Places of faults count the lines that were sent, so those are shown.
    setOptions({ ...options, fields });
    const route = { email: email.trim(), alias: alias.trim(), ...(settings && { settings }) };
    const request = JSON.stringify(route);
    if (attempt.current.request !== request) attempt.current = { request, key: newKey() };
    const init = withJson('POST', route, { 'idempotency-key': attempt.current.key });
    const created = await call<RouteResource>('v1/routes', init);
    announce(create.done);
    onCreated({ route: created, email: route.email });
  };
  return (
    <form class="card" ref={place} onSubmit={submit(send)}>
      <Entry
        id="email"
        label={create.email}
        hint={create.emailHint}
        value={email}
        input={{ name: 'email', type: 'email', required: true, autoComplete: 'email' }}
        fault={entryFault(problem, 'email')}
        onValue={setEmail}
      />
      <Entry
        id="alias"
        label={create.alias}
        hint={create.aliasHint}
        value={alias}
        input={{
          name: 'alias',
          required: true,
          autoComplete: 'off',
          maxLength: LIMITS.aliasCodePoints,
        }}
        fault={entryFault(problem, 'alias')}
        onValue={setAlias}
      />
      <EditFormOptions
        path="/settings"
        value={options}
        faults={faultsAt(problem?.faults ?? NO_FAULTS, '/settings')}
        onChange={setOptions}
      />
      <Submit busy={busy} label={create.button} busyLabel={create.busy} />
      <ProblemNotice problem={besidesEntries(problem)} />
      <ToInbox why={create.known} email={email} />
    </form>
  );
}

/** The endpoint and the token, for the creator to keep. */
export function CreatedRoute({ route }: { route: RouteResource }) {
  const { endpoint, management_token: token } = route;
  return (
    <div class="card">
      <Keepsake id="endpoint" label={create.endpoint} text={endpoint} />
      {token ? (
        <Keepsake id="token" label={create.token} text={token} hint={create.tokenHint} />
      ) : (
        <ToInbox why={create.tokenGone} />
      )}
    </div>
  );
}
