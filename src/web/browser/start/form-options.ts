import { h } from 'preact';
import { useState } from 'preact/hooks';
import type { FormSettings } from '../../../contract/form-settings.ts';
import { Composer } from '../composer/composer.ts';
import { hasFileField, toFields, type FieldDraft } from '../composer/field-values.ts';
import { memberOf, Switch, type Place } from '../inputs.ts';
import { disclosure } from '../parts.ts';
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

/** Closed until somebody wants it, because most forms are fine without. */
export function EditFormOptions(place: Place<FormOptions>) {
  const [isOpen, setOpen] = useState(false);
  return h(
    'details',
    { class: 'options', ...disclosure(isOpen || place.faults.length > 0, setOpen) },
    [
      h('summary', {}, options.title),
      h(Composer, {
        title: options.fields,
        hint: options.fieldsHint,
        ...memberOf(place, 'fields'),
      }),
      h(Switch, {
        ...memberOf(place, 'challenge'),
        path: '/challenge',
        label: options.challenge,
        hint: options.challengeHint,
      }),
    ],
  );
}
