import { fillTemplate, FORM_FIELD, parseTemplate } from '../../mail/template.ts';
import { titleOf } from '../composer/field-list.ts';
import { fill, inboxWords } from '../context.tsx';
import { textOf } from '../place.ts';
import { DEFAULTS, fieldsOf, membersOf, type SettingsDraft } from './setting-values.ts';

const { preview } = inboxWords;

/** More make the example longer, not clearer. */
const MOST_FIELDS = 6;

/** The value that the example visitor entered into a field. */
function exampleOf(field: string, formName: string): string {
  if (field === FORM_FIELD) return formName;
  const known: Readonly<Record<string, string>> = preview.example;
  return Object.hasOwn(known, field) ? (known[field] ?? '') : `‹${field}›`;
}

/** A template filled in for the example visitor; the default if that leaves nothing. */
function fillIn(name: 'subject' | 'sender_name', draft: SettingsDraft, formName: string): string {
  const texts = [textOf(draft[name]).trim(), DEFAULTS[name] ?? ''].map((text) => {
    const parsed = parseTemplate(text);
    return 'fault' in parsed ? '' : fillTemplate(parsed, (field) => exampleOf(field, formName));
  });
  return texts.find((text) => text !== '') ?? '';
}

interface PreviewProps {
  draft: SettingsDraft;
  formName: string;
}

/** An example of the mails that the settings lead to. */
export function MailPreview({ draft, formName }: PreviewProps) {
  const { email, message } = preview.example;
  const fields = fieldsOf(draft).slice(0, MOST_FIELDS);
  const lines = fields.map(
    (field) => `${titleOf(field)}: ${exampleOf(field.name ?? '', formName)}`,
  );
  if (lines.length === 0) lines.push(`${email} – ${message}`);
  return (
    <div class="preview">
      <h4>{preview.mail}</h4>
      <div class="sheet">
        <p class="from">{fillIn('sender_name', draft, formName)}</p>
        <p class="about">{fillIn('subject', draft, formName)}</p>
        {lines.map((line, at) => (
          <p key={at} class="soft">
            {line}
          </p>
        ))}
      </div>
    </div>
  );
}

/** The page that visitors see after sending. */
export function PagePreview({ draft }: PreviewProps) {
  const redirect = textOf(draft['redirect']).trim();
  const name = textOf(membersOf(draft['website'])['name']).trim();
  return (
    <div class="preview">
      <h4>{preview.page}</h4>
      {redirect === '' ? (
        <div class="sheet page">
          {name !== '' && <p class="soft">{name}</p>}
          <p class="about">{preview.title}</p>
          <p>{textOf(draft['success_message']).trim() || preview.thanks}</p>
          {name !== '' && <p class="way">{fill(preview.back, { name })}</p>}
        </div>
      ) : (
        <p class="sheet">
          {preview.redirect} <code>{redirect}</code>
        </p>
      )}
    </div>
  );
}
