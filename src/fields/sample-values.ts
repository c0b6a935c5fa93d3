import type { FormField } from '../contract/form-field.ts';
import { mailLanguageOf, wordsOf, type Language } from '../catalogs/languages.ts';
import { checkFields } from './check-fields.ts';
import type { DeclaredFields } from './declared-field.ts';
import { candidates, LONGEST, visitorTexts, type Samples } from './sample-texts.ts';

/** A value that the field takes; undefined if none is found, as for many a pattern. */
export function sampleOf(field: FormField, own: Samples): string | undefined {
  const fields = [{ ...field, required: true }];
  return candidates(field, own)
    .map((value) => String(value ?? ''))
    .find((value) => {
      const given = new Map([[field.name, [value]]]);
      return value !== '' && value.length <= LONGEST && checkFields({ fields }, given).length === 0;
    });
}

/** The values that a visitor of this language might enter into the field. */
function visitorSamples(field: FormField, language: Language): Samples {
  const { samples: texts } = wordsOf(language);
  return visitorTexts(field, texts);
}

/** The fields of form code for a form without declared ones. */
const USUAL_FIELDS: readonly FormField[] = [
  { name: 'name' },
  { name: 'email', type: 'email' },
  { name: 'message', type: 'textarea' },
];

/** A form, as its samples need it. */
export interface SampledForm {
  settings: DeclaredFields & { language?: Language | undefined };
  language: Language;
}

/** A visitor's likely values by field name; fields without a known value are left out. */
export function sampleSubmission(form: SampledForm): Record<string, string> {
  const { fields = [] } = form.settings;
  const language = mailLanguageOf(form);
  const values = (fields.length > 0 ? fields : USUAL_FIELDS).map((field) => {
    // Files are not invented, and hidden fields are filled in by the script of a website.
    const isTyped = field.type !== 'file' && field.type !== 'hidden';
    const value = isTyped ? sampleOf(field, visitorSamples(field, language)) : undefined;
    return [field.name, value] as const;
  });
  return Object.fromEntries(values.filter((one): one is [string, string] => one[1] !== undefined));
}
