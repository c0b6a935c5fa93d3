import { useEffect, useRef, useState } from 'preact/hooks';
import { LIMITS } from '../../contract/limits.ts';
import type { FormSettings } from '../../contract/form-settings.ts';
import type { RouteResource } from '../../contract/schemas.ts';
import { call, useTask, withJson } from '../api.ts';
import { announce, carrying, shared, startWords, typedBefore, useEmail } from '../context.tsx';
import { Composer } from '../composer/composer.tsx';
import { hasFileField, toFields, type FieldDraft } from '../composer/field-values.ts';
import { Input, PROSE, Switch } from '../inputs.tsx';
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

/** Warns before leaving while there is something to lose. */
function useLeaveGuard(armed: boolean): void {
  useEffect(() => {
    if (!armed) return undefined;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [armed]);
}

/** A form, with what the tab in which it was created knows about it. */
export interface CreatedForm {
  route: RouteResource;
  email?: string;
}

/** The name of what the tab keeps about a form. */
const KEPT = 'letterslot-created-';

/** Keeps what the service does not say again: its token, and the address that was typed. */
export function keepCreated({ route, email }: CreatedForm): void {
  const { form_id: id, management_token } = route;
  sessionStorage.setItem(KEPT + id, JSON.stringify({ email, management_token }));
}

/** A form as the service has it, with what the tab has kept. */
export function withKept(route: RouteResource): CreatedForm {
  const kept = sessionStorage.getItem(KEPT + route.form_id) ?? '{}';
  const { email, ...token } = JSON.parse(kept) as Pick<CreatedForm, 'email'> &
    Partial<RouteResource>;
  return { route: { ...route, ...token }, ...(email !== undefined && { email }) };
}

/** A fresh Idempotency-Key: 16 random bytes in hexadecimal. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Asks for the inbox and the name of the form, and lets people choose its fields. */
export function CreateForm({ onCreated }: { onCreated(created: CreatedForm): void }) {
  const [email, setEmail] = useEmail();
  const [alias, setAlias] = useState(() => typedBefore('alias') || create.aliasExample);
  const [options, setOptions] = useState(PROPOSED);
  const { busy, problem, submit } = useTask();
  const place = useFocusOnFault(problem);
  const faults = problem?.faults ?? NO_FAULTS;
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
    onCreated({ route: await call<RouteResource>('v1/routes', init), email: route.email });
    announce(create.done);
  };
  return (
    <form class="card" noValidate ref={place} onSubmit={submit(send)}>
      <Input
        path="/email"
        label={create.email}
        hint={create.emailHint}
        value={email}
        faults={faults}
        advice={shared.errors.invalid_email}
        input={{ type: 'email', required: true, autoComplete: 'email' }}
        onChange={setEmail}
      />
      <Input
        path="/alias"
        label={create.alias}
        hint={create.aliasHint}
        value={alias}
        faults={faults}
        most={LIMITS.aliasCodePoints}
        advice={shared.errors.invalid_alias}
        input={{ ...PROSE, required: true }}
        onChange={setAlias}
      />
      <EditFormOptions
        path="/settings"
        value={options}
        faults={faultsAt(faults, '/settings')}
        onChange={setOptions}
      />
      <Submit busy={busy} label={create.button} busyLabel={create.busy} />
      <ProblemNotice problem={problem} />
      <p class="onward">
        {`${create.known} `}
        <a href={`inbox${carrying(email.trim())}`}>{create.manage}</a>
      </p>
    </form>
  );
}

/** The endpoint, and the token for those whose programs manage forms. */
export function CreatedRoute({ route }: { route: RouteResource }) {
  const { endpoint, management_token: token } = route;
  return (
    <div class="card">
      <Keepsake id="endpoint" label={create.endpoint} text={endpoint} />
      {token && (
        <details>
          <summary>{create.token}</summary>
          <Keepsake id="token" text={token} what={create.token} hint={create.tokenHint} />
        </details>
      )}
    </div>
  );
}
