import { httpUrl, token as parseToken } from '../../platform/settings/setting-parsers.ts';
import {
  accept,
  CommandError,
  printJson,
  readFormId,
  type CommandContext,
  type Run,
} from '../operator/command.ts';
import { readInput } from '../operator/receipt-input.ts';
import { Deployment, Refusal, Unreachable } from './deployment.ts';
import { SavedForms, type SavedForm } from './saved-forms.ts';

export const DEFAULT_URL = 'http://localhost:8080';

/** The deployment that --url or LETTERSLOT_URL names, or undefined. */
export function givenUrl(context: CommandContext): string | undefined {
  const option = context.option('url');
  if (option !== undefined) return accept('--url', option, httpUrl);
  const variable = context.variable('LETTERSLOT_URL');
  return variable === undefined ? undefined : accept('LETTERSLOT_URL', variable, httpUrl);
}

/** A token that is given for this one command; never as an argument, which other users could see. */
async function givenToken(context: CommandContext): Promise<string | undefined> {
  const file = context.option('token-file');
  if (file !== undefined) {
    return accept('The token', (await readInput(file)).toString().trim(), parseToken);
  }
  const variable = context.variable('LETTERSLOT_TOKEN');
  return variable === undefined ? undefined : accept('LETTERSLOT_TOKEN', variable, parseToken);
}

/** A form at its deployment, and the token for it that this command may use. */
export interface ClientForm {
  formId: string;
  deployment: Deployment;
  saved: SavedForms;
  token: string | undefined;
  /** The token; throws CommandError if there is none. */
  needToken(): string;
}

function noTokenSentence(formId: string, url: string, elsewhere: SavedForm | undefined): string {
  return elsewhere
    ? `The form ${formId} is saved for ${elsewhere.url}, and its token is not sent to ${url}.`
    : `There is no token for ${formId} at ${url} on this machine: set LETTERSLOT_TOKEN, or name a file ` +
        'with --token-file.';
}

/** The form that the first argument names, at the deployment given or else the one it is saved for. */
export async function openForm(context: CommandContext): Promise<ClientForm> {
  const formId = readFormId(context);
  const saved = new SavedForms(context);
  const known = (await saved.list()).filter(({ form_id: id }) => id === formId);
  const url = givenUrl(context) ?? (known.length === 1 ? known[0]?.url : undefined) ?? DEFAULT_URL;
  const own = known.find((form) => form.url === url);
  const token = (await givenToken(context)) ?? own?.management_token;
  return {
    formId,
    deployment: new Deployment(url),
    saved,
    token,
    needToken() {
      if (token !== undefined) return token;
      throw new CommandError(noTokenSentence(formId, url, known[0]));
    },
  };
}

/** The envelope of a failure, made here if the service has sent none. */
export function envelopeOf(error: CommandError): object {
  if (error instanceof Refusal) return error.envelope;
  const code = error instanceof Unreachable ? 'unreachable' : 'failed';
  return { success: false, error: code, message: error.message };
}

/** A command whose --json has failures as JSON too, on standard output. */
export const clientCommand =
  (run: (context: CommandContext) => Promise<number>): Run =>
  async (context) => {
    try {
      return await run(context);
    } catch (error) {
      if (context.flag('json') && error instanceof CommandError) {
        printJson(context, envelopeOf(error));
      }
      throw error;
    }
  };
