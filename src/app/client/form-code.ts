import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { InstallArtifact } from '../../contract/schemas.ts';
import { FRAMEWORK_IDS, type FrameworkId } from '../../contract/enums.ts';
import { oneOf } from '../../platform/settings/setting-parsers.ts';
import { toPlainText } from '../../platform/text/clean-text.ts';
import {
  codeOf,
  CommandError,
  printJson,
  readOption,
  type CommandContext,
} from '../operator/command.ts';
import { clientCommand, openForm } from './client.ts';
import { printable, type Deployment } from './deployment.ts';

/** The framework that --framework names; undefined without it. Throws UsageError. */
export const readFramework = (context: CommandContext): FrameworkId | undefined =>
  readOption(context, 'framework', oneOf(...FRAMEWORK_IDS));

export async function fetchCode(
  deployment: Deployment,
  formId: string,
  framework: FrameworkId | undefined,
): Promise<InstallArtifact> {
  const query = framework === undefined ? {} : { framework };
  return (await deployment.call<InstallArtifact>('getRouteInstall', { formId }, { query })).body;
}

/** One file alone is printed as it is, so that it can be piped; several have their paths above. */
export function printCode(context: CommandContext, { files, notes }: InstallArtifact): void {
  for (const { path, content } of files) {
    if (files.length > 1) context.print(`==> ${printable(path)} <==`, '');
    context.print(toPlainText(content).trimEnd());
    if (files.length > 1) context.print('');
  }
  context.note(...notes.map(printable));
}

/** Where a file of the service may go: below the folder, whatever its path says. */
function placeIn(folder: string, path: string): string {
  const isInside = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(path);
  if (isInside) return join(folder, path);
  throw new CommandError('The service names a file outside of the folder; nothing was written.');
}

async function writeCode(context: CommandContext, folder: string, { files }: InstallArtifact) {
  const places = files.map(({ path, content }) => ({ place: placeIn(folder, path), content }));
  for (const { place, content } of places) {
    try {
      await mkdir(dirname(place), { recursive: true });
      await writeFile(place, content, { flag: 'wx' });
    } catch (cause) {
      const code = codeOf(cause);
      const reason = code === 'EEXIST' ? 'it exists already' : `the system refuses it (${code})`;
      throw new CommandError(`The file ${place} is not written: ${reason}.`, { cause });
    }
    context.note(`${place} is written.`);
  }
}

/** Prints the code of a form, or writes its files. */
export const formCode = clientCommand(async (context) => {
  const framework = readFramework(context);
  const { deployment, formId } = await openForm(context);
  const code = await fetchCode(deployment, formId, framework);
  const folder = context.option('out');
  if (folder !== undefined) await writeCode(context, folder, code);
  if (context.flag('json')) printJson(context, code);
  else if (folder === undefined) printCode(context, code);
  else context.note(...code.notes.map(printable));
});
