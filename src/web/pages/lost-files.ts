import type { FormField, FormSettings } from '../../contract/form-settings.ts';
import { typeOf } from '../../submissions/fields/declared-field.ts';
import type { GivenField } from './given-field.ts';

/** What is known of the files that were sent. */
interface Posted {
  settings: FormSettings;
  files?: ReadonlyMap<string, number>;
}

/** The fields of a form in which files can be sent, undeclared ones that were sent files too. */
export function fileFieldsOf({ settings, files = new Map() }: Posted): FormField[] {
  const { fields = [] } = settings;
  const declared = fields.filter((field) => typeOf(field) === 'file');
  const names = new Set(fields.map(({ name }) => name));
  const others = Array.from(files)
    .filter(([name]) => !names.has(name))
    .map(([name, count]): FormField => ({ name, type: 'file', multiple: count > 1 }));
  return [...declared, ...others];
}

/** What a page says of the files of a field: HTML cannot give them back. */
export const filePartsOf = (
  { settings, files }: Posted,
  { name }: FormField,
): Pick<GivenField, 'isLost' | 'accept'> => ({
  isLost: files?.has(name) ?? false,
  accept: settings.files?.types?.join(','),
});

/** The fields that were sent files, to choose them again. */
export const lostFieldsOf = (posted: Posted): GivenField[] =>
  fileFieldsOf(posted)
    .filter(({ name }) => posted.files?.has(name))
    .map((field, at) => ({
      field,
      id: `file-${at + 1}`,
      values: [],
      faults: [],
      hasFocus: false,
      ...filePartsOf(posted, field),
    }));
