import { h, type ComponentChildren } from 'preact';
import type { SettingName } from '../../../contract/form-settings.ts';
import type { FormSettingsView } from '../../../contract/schemas.ts';
import { DEPLOYMENT, fill, inboxWords } from '../context.ts';
import { textOf } from '../inputs.ts';
import { quietButton } from '../parts.ts';
import type { Fault } from '../api.ts';
import { Composer } from '../composer/composer.ts';
import { hasFileField } from '../composer/field-values.ts';
import { CopiesEditor } from './editors/copies-editor.ts';
import { FilesEditor } from './editors/files-editor.ts';
import { KeyEditor } from './editors/key-editor.ts';
import { TargetsEditor } from './editors/targets-editor.ts';
import { Group, Members, SettingEditor, type EditorProps } from './setting-editor.ts';
import { fieldsOf, membersOf, SCHEMAS, type Draft, type SettingsDraft } from './setting-values.ts';

const { answer: text } = inboxWords.editors;

/** The words of a setting; languages are called by their own names. */
const wordsFor = (name: SettingName) => ({
  label: inboxWords.names[name],
  ...inboxWords.settings[name],
  ...(name === 'language' && { options: inboxWords.languageNames }),
});

export interface FormProps {
  /** The settings as they are being edited. */
  draft: SettingsDraft;
  /** The settings as the service has them. */
  view: FormSettingsView;
  faults: readonly Fault[];
  /** The name of the form. */
  alias: string;
  onDraft(draft: SettingsDraft): void;
}

/** Edits the fields; the first one for files lets files in. */
function FieldsEditor({ draft, faults, onDraft }: FormProps) {
  const { label: title, hint } = wordsFor('fields');
  const value = fieldsOf(draft);
  return h(Composer, {
    title,
    hint,
    path: '/fields',
    value,
    faults,
    onChange(fields) {
      const needsFiles = hasFileField(fields) && !hasFileField(value) && !draft['files'];
      onDraft({ ...draft, fields, ...(needsFiles && { files: {} }) });
    },
  });
}

interface AnswerProps extends EditorProps {
  alias: string;
  /** Whether every submission needs a challenge. */
  isGuarded: boolean;
  /** Makes it so. */
  onGuard(): void;
}

/** The answer as visitors get it. */
function Sheet({ subject, body, alias }: { subject: string; body: string; alias: string }) {
  return h('div', { class: 'sheet answer' }, [
    h('p', { class: 'soft' }, text.preview),
    h('p', { class: 'about' }, fill(subject, { form: alias })),
    h('p', { class: 'lines' }, fill(body, { form: alias })),
  ]);
}

/** The automatic reply, with what it needs and how it looks. */
function AnswerEditor(props: AnswerProps) {
  const { path, value, faults, alias, isGuarded, onGuard } = props;
  const own = DEPLOYMENT.sendsReplies ? props.words : { ...props.words, hint: text.off };
  const members = membersOf(value);
  const [subject, body] = [textOf(members['subject']), textOf(members['text'])];
  const isUsed = (subject + body).trim() !== '';
  return h(Group, { path, words: own, faults }, [
    // One that was set before the operator switched them off can be emptied.
    DEPLOYMENT.sendsReplies || value !== undefined ? h(Members, props) : null,
    isUsed &&
      !isGuarded &&
      h('div', { class: 'notice' }, h('p', {}, text.needs), quietButton(text.set, onGuard)),
    isUsed ? h(Sheet, { subject, body, alias }) : null,
  ]);
}

type DrawEditor = (common: EditorProps, form: FormProps) => ComponentChildren;

/** The settings with an editor of their own. */
const EDITORS: Partial<Record<SettingName, DrawEditor>> = {
  fields: (_common, form) => h(FieldsEditor, form),
  files: (common) => h(FilesEditor, common),
  encryption: (common) => h(KeyEditor, common),
  copies: (common, { view: { form_id: formId, copies: standing = [] } }) =>
    h(CopiesEditor, { ...common, formId, standing }),
  targets(common, { view: { settings, targets_off: off = [] } }) {
    const saved = (settings.targets ?? []).map((target, at) => ({
      ...target,
      isOff: off.some(({ path }) => path === `/settings/targets/${at}`),
    }));
    return h(TargetsEditor, { ...common, saved });
  },
  auto_reply(common, { draft, alias, onDraft }) {
    const isGuarded = draft['challenge'] === 'always';
    const onGuard = () => onDraft({ ...draft, challenge: 'always' });
    return h(AnswerEditor, { ...common, alias, isGuarded, onGuard });
  },
};

/** Edits one setting: by its schema, where it has no editor of its own. */
export function Setting({ name, ...form }: FormProps & { name: SettingName }) {
  const { draft, faults, onDraft } = form;
  const common = {
    path: `/${name}`,
    words: wordsFor(name),
    value: draft[name],
    schema: SCHEMAS[name] ?? { type: 'string' },
    faults,
    onChange: (value: Draft) => onDraft({ ...draft, [name]: value }),
  };
  const drawEditor = EDITORS[name];
  if (drawEditor) return drawEditor(common, form);
  return h(SettingEditor, common);
}
