import type { FieldKind } from '../../../catalogs/catalog.ts';
import { DEPLOYMENT, fill, shared } from '../context.ts';
import { freeName, type FieldDraft, type Option } from './field-values.ts';

const { composer: words } = shared;

/** Choices to begin with, so that the form can be seen at once. */
export const firstOptions = (): Option[] =>
  [1, 2].map((number) => fill(words.option, { number: String(number) }));

/** The fields that people ask for. One without a name gets it from the label that is typed. */
const KINDS: Readonly<Record<FieldKind, () => FieldDraft>> = {
  name: () => ({ name: 'name', type: 'text', required: true, autocomplete: 'name' }),
  email: () => ({ name: 'email', type: 'email', required: true, autocomplete: 'email' }),
  phone: () => ({ name: 'phone', type: 'tel', autocomplete: 'tel' }),
  company: () => ({ name: 'company', type: 'text', autocomplete: 'organization' }),
  message: () => ({ name: 'message', type: 'textarea', required: true }),
  text: () => ({ type: 'text' }),
  choice: () => ({ type: 'select', options: firstOptions() }),
  several: () => ({ type: 'checkbox', options: firstOptions() }),
  consent: () => ({ name: 'consent', label: words.consent, type: 'checkbox', required: true }),
  number: () => ({ type: 'number' }),
  date: () => ({ type: 'date' }),
  link: () => ({ type: 'url', autocomplete: 'url' }),
  file: () => ({ type: 'file' }),
};

/** The kinds that this deployment takes. */
export const KIND_IDS = (Object.keys(KINDS) as FieldKind[]).filter(
  (kind) => kind !== 'file' || DEPLOYMENT.maxFileBytes > 0,
);

/** A new field; one whose purpose is known has its label and its name. */
export function newField(kind: FieldKind, others: readonly FieldDraft[]): FieldDraft {
  const field = KINDS[kind]();
  if (field.name === undefined) return field;
  const name = freeName(
    field.name,
    others.map((other) => other.name),
  );
  return { label: words.kinds[kind], ...field, name };
}

/** What most forms ask for. */
export const firstFields = (): FieldDraft[] =>
  (['name', 'email', 'message'] as const).map((kind) => newField(kind, []));
