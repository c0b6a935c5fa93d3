import { LIMITS } from '../contract/limits.ts';
import { firstCodePoints, toSingleLine } from '../platform/text/clean-text.ts';
import { fill } from '../catalogs/catalog.ts';
import { wordsOf } from '../catalogs/languages.ts';
import { mailLanguageOf, type MailedSubmission, type MailForm } from './mail-facts.ts';
import { imitatesNotice } from './notice-subjects.ts';
import { fillTemplate, FORM_FIELD, parseTemplate, toValue } from './template.ts';
import { visitorNameOf } from './visitor-name.ts';

/** What a subject is made of. */
type Named = Pick<MailForm, 'alias' | 'settings' | 'language'>;
type Subjected = Pick<MailedSubmission, 'fields' | 'subject' | 'test' | 'suspicions'>;

/** The subject that the form's settings ask for; empty if there is nothing to fill it with. */
function settingsSubject({ alias, settings: { subject } }: Named, { fields }: Subjected): string {
  const template = subject === undefined ? undefined : parseTemplate(subject);
  if (!template || 'fault' in template) return '';
  return fillTemplate(template, (field) =>
    field === FORM_FIELD ? alias : toValue(fields.get(field)?.join(', ') ?? ''),
  );
}

/** `Ada Lovelace · Contact`; empty if the visitor gave no name. */
const namedSubject = ({ alias }: Named, name: string) => name && `${name} · ${alias}`;

/**
 * The subject of a submission's mail, without its marks: the page's, that of the form's settings, or
 * who wrote to which form. One that looks like a notice to the owner is introduced as a submission.
 */
export function mailSubjectOf(
  route: Named,
  submission: Subjected,
  name = visitorNameOf(submission.fields),
): string {
  const { test, suspicions } = submission;
  const { mails } = wordsOf(mailLanguageOf(route));
  const own =
    submission.subject ?? (settingsSubject(route, submission) || namedSubject(route, name));
  const plain =
    own !== '' && !imitatesNotice(own)
      ? own
      : toSingleLine(
          fill(mails.submission.subject, { form: own || route.alias }),
          LIMITS.subjectCodePoints,
        );
  const marks = `${test ? '[Test] ' : ''}${suspicions ? '[Suspicious] ' : ''}`;
  return firstCodePoints(marks + plain, LIMITS.subjectCodePoints);
}
