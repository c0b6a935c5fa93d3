import { httpUrl, token as parseToken } from '../../platform/settings/setting-parsers.ts';
import {
  accept,
  CommandError,
  printJson,
  readFormId,
  readInput,
  readOption,
  readVariable,
  type CommandContext,
  type Run,
} from '../command.ts';
import type { Fetch } from './deployment.ts';
import { SavedForms } from './saved-forms.ts';

export const DEFAULT_URL = 'http://localhost:8080';

export const givenUrl = (context: CommandContext): string | undefined =>
  readOption(context, 'url', httpUrl) ?? readVariable(context, 'LETTERSLOT_URL', httpUrl);

/** A secret from an option's file or a variable; never an argument, which other users can see. */
export async function givenSecret<T>(
  context: CommandContext,
  option: string,
  variable: string,
  parse: (text: string) => T,
): Promise<T | undefined> {
  const file = context.option(option);
  if (file === undefined) return readVariable(context, variable, parse);
  return accept(`--${option}`, (await readInput(file)).toString().trim(), parse);
}

/** A form at its deployment, and the token for it if this command has one. */
export interface ClientForm {
  url: string;
  formId: string;
  token: string | undefined;
  /** True if the person who runs the command named its deployment, and not a page alone. */
  isOwn?: boolean;
  /** How to get there, if a page alone named it. */
  fetch?: Fetch | undefined;
}

export type Managed = ClientForm & { token: string };

/**
 * A form at the given deployment or the one it is saved for. A form named by a page gets only a
 * token saved for that deployment, because a page may name any form.
 */
export async function findForm(
  context: CommandContext,
  formId: string,
  token: string | undefined,
  ofPage?: string,
): Promise<ClientForm> {
  const known = (await new SavedForms(context).list()).filter(({ form_id: id }) => id === formId);
  const own = givenUrl(context) ?? (known.length === 1 ? known[0]?.url : undefined);
  const url = own ?? ofPage ?? DEFAULT_URL;
  const given = own === undefined && ofPage !== undefined ? undefined : token;
  const isOwn = own !== undefined && own === (ofPage ?? own);
  return {
    formId,
    url,
    isOwn,
    token: given ?? known.find((form) => form.url === url)?.management_token,
  };
}

/** The form that the first argument names, with the token given or the saved one. */
export async function openForm(context: CommandContext): Promise<ClientForm> {
  const formId = readFormId(context);
  const given = await givenSecret(context, 'token-file', 'LETTERSLOT_TOKEN', parseToken);
  return findForm(context, formId, given);
}

export async function openOwnForm(context: CommandContext): Promise<Managed> {
  const { token, formId, url } = await openForm(context);
  if (token !== undefined) return { token, formId, url };
  const saved = (await new SavedForms(context).list()).find(({ form_id: id }) => id === formId);
  throw new CommandError(
    saved
      ? `The form ${formId} is saved for ${saved.url}, and its token is not sent to ${url}.`
      : `There is no token for ${formId} at ${url} on this machine: set LETTERSLOT_TOKEN, or name ` +
          'a file with --token-file.',
  );
}

/** A command whose --json has failures as JSON too, on standard output. */
export const clientCommand =
  (run: Run): Run =>
  async (context) => {
    try {
      return await run(context);
    } catch (error) {
      if (context.flag('json') && error instanceof CommandError) {
        printJson(context, error.envelope);
      }
      throw error;
    }
  };
