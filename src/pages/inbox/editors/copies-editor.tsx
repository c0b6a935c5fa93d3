import { useState } from 'preact/hooks';
import type { CopyStatus } from '../../../contract/enums.ts';
import type { FormSettings } from '../../../contract/form-settings.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { FormSettingsView } from '../../../contract/schemas.ts';
import { announce, asNumber, fill, inboxWords } from '../../context.tsx';
import { Input } from '../../inputs.tsx';
import { textOf, type Place } from '../../place.ts';
import { Action, QuietButton } from '../../parts.tsx';
import { RemoveButton, useRows } from '../../rows.tsx';
import { form } from '../operations.ts';
import { Group, type ValueProps } from '../setting-editor.tsx';
import { asList, membersOf, type Draft } from '../setting-values.ts';

const { copies: text } = inboxWords.editors;

/** The look of a state, as states of forms have them. */
const LOOKS: Readonly<Record<CopyStatus, string>> = {
  not_asked: 'waiting',
  asked: 'waiting',
  confirmed: 'active',
  stopped: 'paused',
  refused: 'paused',
  bounced: 'waiting',
};

/** An inbox for copies, and whether it agreed to them. */
interface Copy {
  address: string;
  status: CopyStatus;
}

/** How an inbox stands, and a button that asks it again. */
function Standing({ formId, address, status: known }: Copy & { formId: string }) {
  const [status, setStatus] = useState(known);
  const ask = async () => {
    const { copies } = await form.askCopy(formId, address);
    const now = copies?.find((copy) => copy.address === address);
    if (now) setStatus(now.status);
    announce(text.askedAgain);
  };
  return (
    <div class="standing">
      <span class={`state ${LOOKS[status]}`}>{text.states[status]}</span>
      {status !== 'confirmed' && (
        <Action label={text.again} busy={inboxWords.manage.busy} quiet act={ask} />
      )}
    </div>
  );
}

/** The messages that an inbox gets: each of them, or those with one of these answers. */
function Condition({ row, fields }: { row: Place<Draft>; fields: FormSettings['fields'] }) {
  const { email = row.value, when } = membersOf(row.value);
  const { field, is } = membersOf(when);
  const choices = (fields ?? []).filter(({ options }) => options !== undefined);
  if (choices.length === 0 && when === undefined) return null;
  const named = choices.map(({ name, label = name }) => [name, label] as const);
  const known = textOf(field);
  const change = (to: Draft) => row.onChange({ email, when: to });
  return (
    <>
      <Input
        {...{ ...row, path: `${row.path}/when/field`, value: known }}
        label={text.only}
        options={Object.fromEntries([
          ['', text.every],
          ...(known ? [[known, known]] : []),
          ...named,
        ])}
        onChange={(name) => (name ? change({ field: name, is: asList(is) }) : row.onChange(email))}
      />
      {known && (
        <Input
          {...{ ...row, path: `${row.path}/when/is`, value: asList(is).map(textOf).join('|') }}
          label={text.answers}
          onChange={(answers) => change({ field: known, is: answers.split('|') })}
        />
      )}
    </>
  );
}

interface Props extends ValueProps {
  /** The form as the service has it. */
  view: FormSettingsView;
}

/** The further inboxes, a row each. */
export function CopiesEditor({ words: own, view, ...place }: Props) {
  const { path } = place;
  const { rows, faults, addId, add, remove } = useRows({ ...place, value: asList(place.value) });
  return (
    <Group path={path} words={own} faults={faults}>
      {rows.map((row, at) => {
        const label = fill(text.address, { number: asNumber(at + 1) });
        const { when, email = row.value } = membersOf(row.value);
        const known = view.copies?.find(({ address }) => address === email);
        const input =
          when === undefined
            ? row
            : {
                ...row,
                path: `${row.path}/email`,
                value: email,
                onChange: (to: string) => row.onChange({ email: to, when }),
              };
        return (
          <div key={at} class="row">
            <Input {...input} label={label} input={{ inputMode: 'email' }} />
            <RemoveButton what={textOf(email) || label} onClick={() => remove(at)} />
            <Condition row={row} fields={view.settings.fields} />
            {/* Another standing from the service has a part of its own. */}
            {known && (
              <Standing key={known.address + known.status} formId={view.form_id} {...known} />
            )}
          </div>
        );
      })}
      {rows.length < LIMITS.copies && (
        <QuietButton label={text.add} id={addId} onClick={() => add([''])} />
      )}
    </Group>
  );
}
