import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { SETTING_NAMES, type FormSettings } from '../../../contract/form-settings.ts';
import type { EncryptionKey, FormSettingsView } from '../../../contract/schemas.ts';
import { fillTemplate, FORM_FIELD, parseTemplate } from '../../../mail/template.ts';
import { problemOf, useAnswer, type Answer, type Known, type Problem } from '../api.ts';
import { titleOf } from '../composer/field-list.ts';
import { announce, asDay, fill, inboxWords } from '../context.ts';
import { NO_FAULTS } from '../inputs.ts';
import { ProblemNotice, quietButton, Submit, useFocusOnFault } from '../parts.ts';
import { form, inbox } from './operations.ts';
import { drafts } from './session.ts';
import {
  onTopOf,
  toSettings,
  type SettingsDraft,
  fieldsOf,
  membersOf,
  type Draft,
} from './setting-values.ts';
import { Setting } from './setting.ts';

const { preview } = inboxWords;

/** More make the example longer, not clearer. */
const MOST_FIELDS = 6;

const textOf = (value: Draft): string => (typeof value === 'string' ? value.trim() : '');

/** The value that the example visitor entered into a field. */
function exampleOf(field: string, alias: string): string {
  if (field === FORM_FIELD) return alias;
  const known: Readonly<Record<string, string>> = preview.example;
  return Object.hasOwn(known, field) ? (known[field] ?? '') : `‹${field}›`;
}

/** A template filled in for the example visitor; empty if it is not a template, or nothing is left of it. */
function fillIn(template: string, alias: string): string {
  const parsed = parseTemplate(template);
  return 'fault' in parsed ? '' : fillTemplate(parsed, (field) => exampleOf(field, alias));
}

function mailPreview(draft: SettingsDraft, alias: string) {
  const { name, email, message } = preview.example;
  const fields = fieldsOf(draft).slice(0, MOST_FIELDS);
  const sender = fillIn(textOf(draft['sender_name']), alias);
  const subject = fillIn(textOf(draft['subject']), alias);
  const lines = fields.map((field) => `${titleOf(field)}: ${exampleOf(field.name ?? '', alias)}`);
  if (lines.length === 0) lines.push(`${email} – ${message}`);
  return h('div', { class: 'sheet' }, [
    h('p', { class: 'from' }, sender || fill(preview.via, { name, form: alias })),
    h('p', { class: 'about' }, subject || `${name} · ${alias}`),
    lines.map((line, at) => h('p', { key: at, class: 'soft' }, line)),
  ]);
}

function pagePreview(draft: SettingsDraft) {
  const redirect = textOf(draft['redirect']);
  if (redirect !== '') {
    return h('p', { class: 'sheet' }, `${preview.redirect} `, h('code', {}, redirect));
  }
  const name = textOf(membersOf(draft['website'])['name']);
  return h('div', { class: 'sheet page' }, [
    name !== '' && h('p', { class: 'soft' }, name),
    h('p', { class: 'about' }, preview.title),
    h('p', {}, textOf(draft['success_message']) || preview.thanks),
    name !== '' && h('p', { class: 'way' }, fill(preview.back, { name })),
  ]);
}

/** The effect of the settings while they are being edited: an example mail, and the page its visitor sees. */
const previewOf = (draft: SettingsDraft, alias: string) =>
  h('div', { class: 'preview' }, [
    h('h4', {}, preview.mail),
    mailPreview(draft, alias),
    h('h4', {}, preview.page),
    pagePreview(draft),
  ]);

const { editor } = inboxWords;
const { encryption } = inboxWords.editors;

interface Props {
  formId: string;
  alias: string;
  onSaved(settings: FormSettings): void;
  /** How mail of the form fares, each time that the service says so. */
  onHealth(health: FormSettingsView['health']): void;
}

/** The settings as the service has them, and as they are being edited. */
interface Edited {
  view: FormSettingsView;
  etag: string | null;
  draft: SettingsDraft;
}

function openDraft(formId: string, view: FormSettingsView): SettingsDraft {
  const kept = drafts.read(formId);
  return kept ? onTopOf(view.settings, kept) : toSettings(view.settings);
}

function useSettings({ formId, onSaved, onHealth }: Props) {
  const [edited, setEdited] = useState<Edited>();
  const [problem, setProblem] = useState<Problem>();
  const [state, setState] = useState<'still' | 'saving' | 'saved'>('still');
  const show = ({ value: view, etag }: Answer<FormSettingsView>) => {
    setEdited({ view, etag, draft: openDraft(formId, view) });
    onHealth(view.health);
  };
  const load = async () => {
    const failed = await problemOf(async () => show(await form.settings(formId)));
    if (failed) setProblem(failed);
  };
  useEffect(() => void load(), [formId]);
  const change = (draft: SettingsDraft) => {
    if (!edited) return;
    setState('still');
    setEdited({ ...edited, draft });
    // Without the secrets, which are shown once.
    drafts.keep(formId, { base: toSettings(edited.view.settings), draft });
  };
  const save = async () => {
    if (!edited || state === 'saving') return;
    announce('');
    setState('saving');
    setProblem(undefined);
    // Places of faults count the lines that were sent, so those are shown.
    const settings = toSettings(edited.draft);
    setEdited({ ...edited, draft: settings });
    const failed = await problemOf(async () => {
      const saved = await form.save(formId, settings, edited.etag);
      drafts.drop(formId);
      show(saved);
      announce(editor.saved);
      onSaved(saved.value.settings);
    });
    setState(failed ? 'still' : 'saved');
    setProblem(failed);
    if (failed?.code === 'settings_changed') await load();
  };
  return { edited, problem, state, change, save };
}

/** Milliseconds before the end of a key from which its owner sees a notice. */
const SOON = 14 * 86_400_000;

/** The notice about a checked key: it was valid when it was set, so a key that is refused has expired. */
function sayExpiry({ value, problem }: Known<EncryptionKey>): string | undefined {
  if (problem) return problem.code === 'settings_invalid' ? encryption.ended : undefined;
  const end = value?.expires_at ?? null;
  if (end === null || Date.parse(end) - Date.now() > SOON) return undefined;
  return fill(encryption.ends, { date: asDay(end) });
}

/** Says when the key that mails are encrypted to ends soon, or has ended; keys of age have no end. */
function KeyExpiry({ settings }: { settings: FormSettings }) {
  const { type, key = '' } = settings.encryption ?? {};
  const checked = type === 'openpgp' ? key : '';
  const answer = useAnswer(() => (checked === '' ? undefined : inbox.checkKey(checked)), [checked]);
  const notice = checked === '' ? undefined : sayExpiry(answer);
  return notice === undefined ? null : h('p', { class: 'notice' }, notice);
}

/** A change that the holder of the management token asked for, and that waits for the owner. */
const proposedNote = ({ proposed }: FormSettingsView, take: (draft: SettingsDraft) => void) =>
  proposed &&
  h('div', { class: 'notice' }, [
    h('p', {}, editor.proposed),
    quietButton(editor.take, () => take({ ...proposed })),
  ]);

/** The settings of a form, made from the contract's table, next to what they do. */
export function SettingsForm(props: Props) {
  const { edited, problem, state, change, save } = useSettings(props);
  const place = useFocusOnFault(problem);
  if (!edited) return h('div', { class: 'card' }, h(ProblemNotice, { problem }));
  const { draft, view } = edited;
  const submit = (event: Event) => {
    event.preventDefault();
    void save();
  };
  const faults = problem?.faults ?? NO_FAULTS;
  const parts = { path: '', value: draft, view, faults, alias: props.alias, onChange: change };
  return h('form', { class: 'card settings', ref: place, noValidate: true, onSubmit: submit }, [
    h(KeyExpiry, { key: view.settings.encryption?.key, ...view }),
    proposedNote(view, change),
    h('div', { class: 'fields' }, [
      SETTING_NAMES.map((name) => h(Setting, { key: name, name, ...parts })),
    ]),
    previewOf(draft, props.alias),
    h('div', { class: 'end' }, [
      h(Submit, { busy: state === 'saving', label: editor.save, busyLabel: editor.saving }),
      state === 'saved' && h('p', { class: 'notice good' }, editor.saved),
      h(ProblemNotice, { problem }),
    ]),
  ]);
}
