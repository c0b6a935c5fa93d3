import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CODE_STYLES, FRAMEWORK_IDS } from '../../contract/enums.ts';
import type { InstallArtifact, RouteResource } from '../../contract/schemas.ts';
import { oneOf } from '../../platform/settings/setting-parsers.ts';
import { parseEmailAddress } from '../../platform/text/email-address.ts';
import { toPlainText } from '../../platform/text/clean-text.ts';
import {
  faultOf,
  CommandError,
  programOf,
  count,
  printJson,
  readOption,
  UsageError,
  type CommandContext,
} from '../command.ts';
import { addToAgentsFile, askForAgentsFile } from './agents-file.ts';
import { clientCommand, DEFAULT_URL, givenUrl, openForm } from './client.ts';
import { call, hasCode } from './deployment.ts';
import { printable } from '../../platform/text/printable.ts';
import { SavedForms } from './saved-forms.ts';
import { readAssignments, type SettingsDocument } from './settings.ts';

export interface Creation {
  email: string;
  alias: string;
  settings?: SettingsDocument;
}

/** Creates a form; retries once with the same key if the answer is lost. Throws CommandError. */
async function requestForm(url: string, body: Creation, key: string): Promise<RouteResource> {
  const request = { body, headers: { 'idempotency-key': key } };
  const ask = () => call<RouteResource>('createRoute', { url }, request);
  try {
    return (await ask()).body;
  } catch (error) {
    if (!hasCode(error, 'unreachable')) throw error;
    return (await ask()).body;
  }
}

/** Seconds that one creation waits for the service's limit of creations, at most. */
const PATIENCE = 600;

/** Creates a form, and waits if the service asks for it: its limit counts by the minute. */
export async function requestInTurn(
  url: string,
  creation: Creation,
  key: string,
  note: CommandContext['note'],
): Promise<RouteResource> {
  let left = PATIENCE;
  for (;;) {
    try {
      return await requestForm(url, creation, key);
    } catch (error) {
      const seconds = error instanceof CommandError && error.envelope['retry_after_seconds'];
      if (typeof seconds !== 'number' || seconds > left) throw error;
      left -= seconds;
      note(`The service limits new forms: waiting ${count(seconds, 'second')}.`);
      await wait(seconds * 1000);
    }
  }
}

/** Keeps the token of a new form; without it the form could not be managed, so it goes again. */
export async function keepToken(saved: SavedForms, url: string, route: RouteResource) {
  const { form_id: formId, alias, management_token: token } = route;
  if (token === undefined) return;
  try {
    await saved.save({ url, form_id: formId, alias, management_token: token });
  } catch (error) {
    await call('deleteRoute', { url, formId, token }).catch(() => undefined);
    throw error;
  }
}

/** Polls until the inbox has confirmed; throws once that can no longer happen. */
export async function waitForInbox(url: string, route: RouteResource): Promise<RouteResource> {
  let now = route;
  while (now.next_action.type === 'human_verification') {
    const expires = now.verification_expires_at;
    if (expires !== undefined && Date.parse(expires) < Date.now()) {
      throw new CommandError('The link in the email has expired: create the form again.');
    }
    await wait(now.next_action.poll.interval_seconds * 1000);
    now = (await call<RouteResource>('getRoute', { url, formId: route.form_id })).body;
  }
  return now;
}

/** Which form code the options ask for; empty if none does. */
function readCode(context: CommandContext): Record<string, string> {
  const framework = readOption(context, 'framework', oneOf(...FRAMEWORK_IDS));
  const style = readOption(context, 'style', oneOf(...CODE_STYLES));
  return { ...(framework && { framework }), ...(style && { style }) };
}

const fetchCode = async (url: string, formId: string, query: Record<string, string>) =>
  (await call<InstallArtifact>('getRouteInstall', { url, formId }, { query })).body;

/** One file alone is printed as it is, so that it can be piped; several have their paths above. */
function printCode(context: CommandContext, { files, notes }: InstallArtifact): void {
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
      const code = faultOf(cause);
      const reason = code === 'EEXIST' ? 'it exists already' : `the system refuses it (${code})`;
      throw new CommandError(`The file ${place} is not written: ${reason}.`, { cause });
    }
    context.note(`${place} is written.`);
  }
}

export const formCode = clientCommand(async (context) => {
  const wanted = readCode(context);
  const { url, formId } = await openForm(context);
  const code = await fetchCode(url, formId, wanted);
  const folder = context.option('out');
  if (folder !== undefined) await writeCode(context, folder, code);
  if (context.flag('json')) printJson(context, code);
  else if (folder === undefined) printCode(context, code);
  else context.note(...code.notes.map(printable));
  const { status = 'active' } = code;
  if (!context.flag('json')) context.note(nextAfter(context, { form_id: formId, status }, true));
});

function describe(file: string, { form_id, endpoint, message }: RouteResource) {
  return [
    `Form      ${form_id}`,
    `Endpoint  ${printable(endpoint)}`,
    `Token     ${file}`,
    '',
    printable(message),
  ];
}

/** What to do once a form is made, or its code is there. */
const nextAfter = (
  context: CommandContext,
  { form_id: id, status }: Pick<RouteResource, 'form_id' | 'status'>,
  isPasted: boolean,
) => {
  const letterslot = programOf(context);
  const when = status === 'active' ? '' : ' once the inbox has confirmed';
  return isPasted
    ? `Next${when}: ${letterslot} form check URL, with the page that has the code; then ${letterslot} form test ${id}`
    : `Next: ${letterslot} form code ${id} --framework ${FRAMEWORK_IDS.join('|')}`;
};

const DEFAULT_NAME = 'Contact form';

/** Asks for what `form create` was not told. Throws UsageError if there is no terminal. */
async function askForForm({ ask, note, option }: CommandContext, url: string) {
  if (!ask) {
    throw new UsageError('Name an inbox: letterslot form create you@example.com');
  }
  note(`A new form at ${url}. Nothing is delivered until its inbox confirms.`, '');
  let address = parseEmailAddress(await ask('Email address that gets the messages: '));
  while (!address) {
    address = parseEmailAddress(
      await ask('Please enter one email address, such as you@example.com: '),
    );
  }
  const name = option('name') ?? (await ask(`Name of the form [${DEFAULT_NAME}]: `));
  return { email: address, alias: name || DEFAULT_NAME };
}

/** Creates a form, keeps its token, and prints the code that was asked for. */
export const createForm = clientCommand(async (context) => {
  const [email, ...assignments] = context.positionals;
  const code = readCode(context);
  const settings = readAssignments(assignments);
  const url = givenUrl(context) ?? DEFAULT_URL;
  const saved = new SavedForms(context);
  await saved.check();
  const wanted =
    email === undefined
      ? await askForForm(context, url)
      : { email, alias: context.option('name') ?? DEFAULT_NAME };
  const creation = { ...wanted, ...(assignments.length > 0 && { settings }) };
  const created = await requestForm(url, creation, randomBytes(16).toString('hex'));
  const formId = created.form_id;
  await keepToken(saved, url, created);
  await saved.remember(url, formId, settings);
  // People see what was made before the wait; programs get one document at the end.
  const print = context.flag('json') ? () => undefined : context.print;
  print(...describe(saved.fileOf(url, formId), created));
  const agentsFile = await askForAgentsFile(context, email === undefined);
  if (agentsFile !== undefined) await addToAgentsFile(context, agentsFile, url, created);
  const route = context.flag('wait') ? await waitForInbox(url, created) : created;
  if (route !== created) print('', printable(route.message));
  const asksForCode = Object.keys(code).length > 0;
  const install = asksForCode ? await fetchCode(url, formId, code) : undefined;
  if (context.flag('json')) return printJson(context, { ...created, ...route, install });
  print('');
  if (install) printCode(context, install);
  context.note(nextAfter(context, route, install !== undefined));
});
