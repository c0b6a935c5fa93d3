import type { ComponentChildren } from 'preact';
import type { SettingName } from '../../contract/form-settings.ts';
import type { FormSettingsView } from '../../contract/schemas.ts';
import { DEPLOYMENT, fill, inboxWords } from '../context.tsx';
import { memberOf, textOf, type Place } from '../place.ts';
import { QuietButton } from '../parts.tsx';
import { Composer } from '../composer/composer.tsx';
import { hasFileField } from '../composer/field-values.ts';
import { CopiesEditor } from './editors/copies-editor.tsx';
import { FilesEditor } from './editors/files-editor.tsx';
import { KeyEditor } from './editors/key-editor.tsx';
import { TargetsEditor } from './editors/targets-editor.tsx';
import {
  Group,
  Members,
  SettingEditor,
  type EditorProps,
  type ValueWords,
} from './setting-editor.tsx';
import {
  DEFAULTS,
  fieldsOf,
  membersOf,
  SCHEMAS,
  type Draft,
  type SettingsDraft,
} from './setting-values.ts';

const { answer: text } = inboxWords.editors;

const { editor } = inboxWords;

/** The words of a setting, with languages in their own names. */
function wordsFor(name: SettingName): ValueWords {
  const { ownLanguage } = editor;
  const options = { '': ownLanguage, ...inboxWords.languageNames };
  const own: Omit<ValueWords, 'label'> = inboxWords.settings[name];
  return { label: inboxWords.names[name], ...own, ...(name === 'language' && { options }) };
}

/** The settings of a form as they are being edited. */
export interface FormProps extends Place<SettingsDraft> {
  /** The settings as the service has them. */
  view: FormSettingsView;
  /** The name of the form, and the one that it has without the setting. */
  formName: string;
  alias: string;
}

/** Edits the fields; the first one for files lets files in. */
function FieldsEditor({ value: draft, onChange, ...form }: FormProps) {
  const { label: title, hint = '' } = wordsFor('fields');
  const value = fieldsOf(draft);
  return (
    <Composer
      title={title}
      hint={hint}
      path="/fields"
      value={value}
      faults={form.faults}
      onChange={(fields) => {
        const needsFiles = hasFileField(fields) && !hasFileField(value) && !draft['files'];
        onChange({ ...draft, fields, ...(needsFiles && { files: {} }) });
      }}
    />
  );
}

interface ReplyProps extends EditorProps {
  form: FormProps;
}

/** The automatic reply, with what it needs and how it looks. */
function ReplyEditor({ form, ...props }: ReplyProps) {
  const challenge = memberOf<SettingsDraft, string>(form, 'challenge');
  const { subject, text: body } = membersOf(props.value);
  const isUsed = (textOf(subject) + textOf(body)).trim() !== '';
  const shown = (template: Draft) => fill(textOf(template), { form: form.formName });
  const hint = DEPLOYMENT.sendsReplies ? props.words.hint : text.off;
  return (
    <Group {...props} words={{ ...props.words, hint }}>
      {/* One that was set before the operator switched them off can be emptied. */}

      {(DEPLOYMENT.sendsReplies || props.value !== undefined) && <Members {...props} />}
      {isUsed && challenge.value !== 'always' && (
        <div class="notice">
          <p>{text.needs}</p>
          <QuietButton label={text.set} onClick={() => challenge.onChange('always')} />
        </div>
      )}
      {isUsed && (
        <div class="sheet answer">
          <p class="soft">{text.preview}</p>
          <p class="about">{shown(subject)}</p>
          <p class="lines">{shown(body)}</p>
        </div>
      )}
    </Group>
  );
}

type DrawEditor = (setting: EditorProps, form: FormProps) => ComponentChildren;

/** The settings with an editor of their own. */
const EDITORS: Partial<Record<SettingName, DrawEditor>> = {
  name: (setting, { alias }) => (
    <SettingEditor
      {...setting}
      fallback={alias}
      onChange={(name) => setting.onChange(name === alias ? undefined : name)}
    />
  ),
  fields: (_setting, form) => <FieldsEditor {...form} />,
  files: (setting) => <FilesEditor {...setting} />,
  encryption: (setting) => <KeyEditor {...setting} />,
  copies: (setting, { view }) => <CopiesEditor {...setting} view={view} />,
  targets: (setting, { view }) => <TargetsEditor {...setting} view={view} />,
  auto_reply: (setting, form) => <ReplyEditor {...setting} form={form} />,
};

/** Edits one setting: by its schema, unless it has an editor of its own. */
export function Setting({ name, ...form }: FormProps & { name: SettingName }) {
  const setting = {
    ...memberOf<SettingsDraft, string>(form, name),
    words: wordsFor(name),
    schema: SCHEMAS[name] ?? { type: 'string' },
    fallback: DEFAULTS[name],
  };
  return EDITORS[name]?.(setting, form) ?? <SettingEditor {...setting} />;
}
