import { isDeepStrictEqual } from 'node:util';
import type { FormSettingsView } from '../../contract/schemas.ts';
import { Refusal, type Deployment } from './deployment.ts';
import type { SettingsDocument } from './settings-arguments.ts';

/** What the service answers about the settings of a form. */
export interface SettingsView extends Pick<FormSettingsView, 'health' | 'copies' | 'targets_off'> {
  settings: SettingsDocument;
  /** The whole document as it becomes once the owner of the inbox agrees. */
  proposed?: SettingsDocument;
}

/** The settings of a form before and after a change, and which of them differ. */
export interface SettingsChange {
  view: SettingsView;
  /** Settings that have another value from now on. */
  changed: readonly string[];
  /** Settings that wait for the owner of the inbox. */
  waiting: readonly string[];
  /** Whether this change did anything. */
  isNew: boolean;
}

/** The form whose settings are changed, and the token for it. */
export interface Managed {
  deployment: Deployment;
  formId: string;
  token: string;
}

/** The document that a change starts from: a proposal that still waits is part of it. */
export const latest = ({ settings, proposed }: SettingsView): SettingsDocument =>
  proposed ?? settings;

/** The names under which two documents differ. */
export function differences(before: SettingsDocument, after: SettingsDocument): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

export async function readSettings({ deployment, formId, token }: Managed) {
  return deployment.call<SettingsView>('getSettings', formId, { token });
}

async function tryChange(
  form: Managed,
  change: (now: SettingsDocument) => SettingsDocument,
): Promise<SettingsChange> {
  const { body: before, etag } = await readSettings(form);
  const wanted = change(latest(before));
  const waitingFor = (view: SettingsView) => differences(view.settings, latest(view));
  if (isDeepStrictEqual(wanted, latest(before))) {
    return { view: before, changed: [], waiting: waitingFor(before), isNew: false };
  }
  const { deployment, formId, token } = form;
  const headers = etag === undefined ? {} : { 'if-match': etag };
  const request = { token, headers, body: wanted };
  const { body: after, etag: next } = await deployment.call<SettingsView>(
    'putSettings',
    formId,
    request,
  );
  return {
    view: after,
    changed: differences(before.settings, after.settings),
    waiting: waitingFor(after),
    isNew: next === undefined || next !== etag,
  };
}

/**
 * Reads the settings of a form, changes them, and writes them if nobody else has changed them
 * meanwhile; else once more. Nothing is written where nothing differs.
 */
export async function changeSettings(
  form: Managed,
  change: (now: SettingsDocument) => SettingsDocument,
): Promise<SettingsChange> {
  try {
    return await tryChange(form, change);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'settings_changed') throw error;
    return tryChange(form, change);
  }
}
