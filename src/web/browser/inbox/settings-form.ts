import { h, type ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  SETTING_NAMES,
  type FormSettings,
  type SettingName,
} from '../../../contract/form-settings.ts';
import type { FormSettingsView } from '../../../contract/schemas.ts';
import type { Problem } from '../api.ts';
import { Composer } from '../composer/composer.ts';
import { useAnnounce } from '../context.ts';
import { NO_FAULTS, ProblemNotice } from '../parts.ts';
import { form } from './operations.ts';
import { Preview } from './preview.ts';
import { drafts, useRequest } from './session.ts';
import { SettingEditor } from './setting-editor.ts';
import {
  fieldsOf,
  onTopOf,
  SCHEMAS,
  toSettings,
  type Draft,
  type SettingsDraft,
} from './setting-values.ts';
import { words } from './words.ts';

const { editor } = words;

interface Props {
  formId: string;
  alias: string;
  onSaved(settings: FormSettings): void;
}

/** The settings as the service has them, and as they are being edited. */
interface Edited {
  view: FormSettingsView;
  etag: string | null;
  draft: SettingsDraft;
}

/** What the tab keeps, so that neither a reload nor the end of a session loses it. */
interface KeptDraft {
  base: FormSettings;
  draft: SettingsDraft;
}

/** The words of a setting; languages are called by their own names. */
const wordsFor = (name: SettingName) => ({
  label: words.names[name],
  ...words.settings[name],
  ...(name === 'language' && { options: words.languageNames }),
});

function openDraft(formId: string, view: FormSettingsView): SettingsDraft {
  const text = drafts.read(formId);
  if (text === null) return view.settings;
  const { base, draft } = JSON.parse(text) as KeptDraft;
  return onTopOf(view.settings, draft, base);
}

function useSettings({ formId, onSaved }: Props) {
  const request = useRequest();
  const announce = useAnnounce();
  const [edited, setEdited] = useState<Edited>();
  const [problem, setProblem] = useState<Problem>();
  const [state, setState] = useState<'still' | 'saving' | 'saved'>('still');
  const load = async () => {
    const outcome = await form.settings(request, formId);
    if (!outcome.ok) {
      setProblem(outcome.problem);
      return;
    }
    const { value: view, etag } = outcome;
    setEdited({ view, etag, draft: openDraft(formId, view) });
  };
  useEffect(() => void load(), [formId]);
  const change = (draft: SettingsDraft) => {
    if (!edited) return;
    setState('still');
    setEdited({ ...edited, draft });
    const kept: KeptDraft = { base: edited.view.settings, draft };
    drafts.keep(formId, JSON.stringify(kept));
  };
  const save = async () => {
    if (!edited || state === 'saving') return;
    announce('');
    setState('saving');
    setProblem(undefined);
    // Places of faults count the lines that were sent, so those are shown.
    const settings = toSettings(edited.draft);
    setEdited({ ...edited, draft: settings });
    const outcome = await form.save(request, formId, settings, edited.etag);
    setState(outcome.ok ? 'saved' : 'still');
    if (outcome.ok) {
      const { value: view, etag } = outcome;
      drafts.drop(formId);
      setEdited({ view, etag, draft: view.settings });
      announce(editor.saved);
      onSaved(view.settings);
      return;
    }
    setProblem(outcome.problem);
    if (outcome.problem.code === 'settings_changed') await load();
  };
  return { edited, problem, state, change, save };
}

/** A change that the holder of the management token asked for, and that waits for the owner. */
function Proposed({ view, onTake }: { view: FormSettingsView; onTake(): void }): ComponentChildren {
  if (!view.proposed) return null;
  return h(
    'div',
    { class: 'notice' },
    h('p', {}, editor.proposed),
    h('button', { type: 'button', class: 'quiet small', onClick: onTake }, editor.take),
  );
}

/** The settings of a form, made from the contract's table, beside what they do. */
export function SettingsForm(props: Props): ComponentChildren {
  const { edited, problem, state, change, save } = useSettings(props);
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);
  if (!edited) return h('div', { class: 'card' }, h(ProblemNotice, { problem }));
  const { draft, view } = edited;
  const submit = (event: Event) => {
    event.preventDefault();
    void save();
  };
  const faults = problem?.faults ?? NO_FAULTS;
  return h(
    'form',
    { class: 'card settings', ref: place, noValidate: true, onSubmit: submit },
    h(Proposed, { view, onTake: () => change({ ...view.proposed }) }),
    h(
      'div',
      { class: 'fields' },
      SETTING_NAMES.map((name) => {
        const path = `/${name}`;
        const onChange = (value: Draft) => change({ ...draft, [name]: value });
        if (name === 'fields') {
          const { label: title, ...help } = wordsFor(name);
          const value = fieldsOf(draft);
          return h(Composer, { key: name, title, ...help, path, value, faults, onChange });
        }
        return h(SettingEditor, {
          key: name,
          path,
          schema: SCHEMAS[name] ?? { type: 'string' },
          words: wordsFor(name),
          value: draft[name],
          faults,
          onChange,
        });
      }),
    ),
    h(Preview, { draft, alias: props.alias }),
    h(
      'div',
      { class: 'end' },
      h(
        'button',
        { type: 'submit', 'aria-disabled': state === 'saving' },
        state === 'saving' ? editor.saving : editor.save,
      ),
      state === 'saved' ? h('p', { class: 'notice good' }, editor.saved) : null,
      h(ProblemNotice, { problem }),
    ),
  );
}
