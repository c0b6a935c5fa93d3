import { EXIT, UsageError, type CommandContext } from '../operator/command.ts';
import { changeSettings, latest, type SettingsChange } from './change-settings.ts';
import { clientCommand, openForm, printJson } from './client.ts';
import { printable } from './deployment.ts';
import { readAssignments, withoutSettings, type SettingsDocument } from './settings-arguments.ts';

/** A setting as people read it; texts without quotation marks. */
export const showValue = (value: unknown): string =>
  printable(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'not set'));

function describe(context: CommandContext, { view, changed, waiting }: SettingsChange): void {
  for (const name of changed) {
    context.print(`${printable(name)}: ${showValue(view.settings[name])}`);
  }
  for (const name of waiting) {
    const wanted = showValue(latest(view)[name]);
    context.print(`${printable(name)}: ${wanted}, once the owner of the inbox agrees by mail`);
  }
  if (changed.length === 0 && waiting.length === 0) context.print('Nothing to change.');
}

const settingsCommand = (
  toChange: (words: readonly string[]) => (now: SettingsDocument) => SettingsDocument,
) =>
  clientCommand(async (context) => {
    const [, ...words] = context.positionals;
    if (words.length === 0) throw new UsageError('Name at least one setting.');
    const change = toChange(words);
    const form = await openForm(context);
    const done = await changeSettings({ ...form, token: form.needToken() }, change);
    if (context.flag('json')) printJson(context, done.view);
    else describe(context, done);
    return EXIT.ok;
  });

/** Changes the settings that are named; all others stay. */
export const setSettings = settingsCommand((words) => {
  const assigned = readAssignments(words);
  return (now) => ({ ...now, ...assigned });
});

/** Gives the settings that are named their defaults. */
export const unsetSettings = settingsCommand((names) => (now) => withoutSettings(now, names));
