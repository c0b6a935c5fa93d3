import { useEffect, useState } from 'preact/hooks';
import {
  SETTING_NAMES,
  type FormSettings,
  type SettingName,
} from '../../contract/form-settings.ts';
import type { FormSettingsView } from '../../contract/schemas.ts';
import { problemOf, type Answer, type Problem } from '../api.ts';
import { announce, inboxWords } from '../context.tsx';
import { form } from './operations.ts';
import { drafts } from './session.ts';
import { isSame, onTopOf, toSettings, type SettingsDraft } from './setting-values.ts';

const { editor } = inboxWords;

/** The settings as the service has them, and as they are being edited. */
interface Edited {
  view: FormSettingsView;
  etag: string | null;
  draft: SettingsDraft;
}

interface Options {
  formId: string;
  onSaved(settings: FormSettings): void;
  /** How mail of the form fares, each time that the service says so. */
  onHealth(health: FormSettingsView['health']): void;
}

function openDraft(formId: string, view: FormSettingsView): SettingsDraft {
  const kept = drafts.read(formId);
  return kept ? onTopOf(view.settings, kept) : toSettings(view.settings);
}

/** The settings whose draft is not what the service has. */
function changedIn(edited: Edited | undefined): SettingName[] {
  if (!edited) return [];
  const [typed, saved] = [toSettings(edited.draft), toSettings(edited.view.settings)];
  return SETTING_NAMES.filter((name) => !isSame(typed[name], saved[name]));
}

/** Reads the settings of a form, keeps what is typed, and saves it. */
export function useEditedSettings({ formId, onSaved, onHealth }: Options) {
  const [edited, setEdited] = useState<Edited>();
  const [problem, setProblem] = useState<Problem>();
  const [state, setState] = useState<'still' | 'saving' | 'saved' | 'discarded'>('still');
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
  const discard = () => {
    if (!edited) return;
    drafts.drop(formId);
    setProblem(undefined);
    setEdited({ ...edited, draft: toSettings(edited.view.settings) });
    setState('discarded');
    announce(editor.discarded);
  };
  /** Begins or ends the pause at once; what else is typed stays a draft. */
  const pause = async (isPaused: boolean) => {
    if (!edited) return;
    const { paused: _paused, ...settings } = toSettings(edited.view.settings);
    const changed = { ...settings, ...(isPaused && { paused: true }) };
    const saved = await form.save(formId, changed, edited.etag);
    show(saved);
    onSaved(saved.value.settings);
  };
  return { edited, problem, state, changed: changedIn(edited), change, save, discard, pause };
}

export type EditedSettings = ReturnType<typeof useEditedSettings>;
