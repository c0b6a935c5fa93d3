import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormSettings } from '../../src/contract/form-settings.ts';
import type { LanguageId, Suspicion } from '../../src/contract/enums.ts';
import type { FormId } from '../../src/contract/names.ts';
import { Marks } from '../../src/submissions/suspicion/reasons.ts';
import { parseSubmission } from '../../src/submissions/posted/submission.ts';

/** What marking knows of a form; `forms.json` has them by the names that samples use. */
export interface CorpusForm {
  alias: string;
  language: LanguageId;
  settings: FormSettings;
}

/** One submission of the corpus, and how it came. */
export interface Sample {
  form: string;
  /** Of the form's visitors; a visitor may write in another one. */
  language: string;
  fields: Record<string, string>;
  /** The origin of the page that sent it; that of the form's website where it is not given. */
  site?: string;
  /** Forms that the same was sent to within the hour before. */
  sent_to_before?: string[];
  /** How often it was sent to its form within ten minutes; 1 unless given. */
  times?: number;
  /** It came a second after its form was opened. */
  too_fast?: true;
  /** The rules were made without a look at it. */
  held_out?: true;
}

const FOLDER = join(import.meta.dirname, 'corpus');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const readSamples = (name: string) =>
  read(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Sample);

export const FORMS = JSON.parse(read('forms.json')) as Record<string, CorpusForm>;
export const HONEST = readSamples('honest.jsonl');
export const SPAM = readSamples('spam.jsonl');

export function formOf({ form }: Pick<Sample, 'form'>): CorpusForm {
  const found = FORMS[form];
  if (!found) throw new Error(`forms.json has no form ${form}`);
  return found;
}

export const siteOf = (sample: Sample): string | undefined => {
  const { website } = formOf(sample).settings;
  return sample.site ?? (website && new URL(website.url).origin);
};

/** The reasons for which a sample is marked, as the service finds them. */
export function suspicionsOf(sample: Sample): readonly Suspicion[] {
  const marks = new Marks({ base: () => 'https://forms.example', now: () => 0 });
  const given = new Map(Object.entries(sample.fields).map(([name, value]) => [name, [value]]));
  const submission = parseSubmission(given, { site: siteOf(sample) });
  const send = (form: string) => {
    const route = { formId: `cfm_${form}` as FormId, ...formOf({ form }) };
    return marks.mark(route, submission, { remember: true, isTooFast: sample.too_fast }).submission;
  };
  for (const form of sample.sent_to_before ?? []) send(form);
  for (let count = 1; count < (sample.times ?? 1); count += 1) send(sample.form);
  return send(sample.form).suspicions ?? [];
}
