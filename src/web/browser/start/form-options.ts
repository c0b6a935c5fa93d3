import { h, type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { FormSettings } from '../../../contract/form-settings.ts';
import type { Fault } from '../api.ts';
import { Composer } from '../composer/composer.ts';
import { hasFileField, toFields, type FieldDraft } from '../composer/field-values.ts';
import { Switch } from '../parts.ts';
import { words } from './start-words.ts';

const { options } = words;

/** What a new form can have beside an inbox and a name. */
export interface FormOptions {
  fields: readonly FieldDraft[];
  /** Whether suspicious submissions need a challenge. */
  challenge: boolean;
}

/** What the page proposes. */
export const PROPOSED: FormOptions = { fields: [], challenge: true };

/** The settings to create the form with; undefined for none. */
export function settingsOf({ fields, challenge }: FormOptions): FormSettings | undefined {
  const sent = toFields(fields);
  const settings: FormSettings = {
    ...(sent && { fields: sent }),
    ...(challenge && { challenge: 'suspicious' }),
    // A field for files alone does not let them in.
    ...(hasFileField(fields) && { files: {} }),
  };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

interface Props {
  value: FormOptions;
  faults: readonly Fault[];
  onChange(value: FormOptions): void;
}

/** Closed until somebody wants it, because most forms are fine without. */
export function EditFormOptions({ value, faults, onChange }: Props): ComponentChildren {
  const [isOpen, setOpen] = useState(false);
  return h(
    'details',
    {
      class: 'options',
      open: isOpen || faults.length > 0,
      onToggle: ({ currentTarget }: { currentTarget: HTMLDetailsElement }) =>
        setOpen(currentTarget.open),
    },
    h('summary', {}, options.title),
    h(Composer, {
      title: options.fields,
      hint: options.fieldsHint,
      path: '/settings/fields',
      value: value.fields,
      faults,
      onChange: (fields) => onChange({ ...value, fields }),
    }),
    h(Switch, {
      id: 'challenge',
      label: options.challenge,
      hint: options.challengeHint,
      isOn: value.challenge,
      onChange: (challenge) => onChange({ ...value, challenge }),
    }),
  );
}
