import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RouteResource } from '../../contract/schemas.ts';
import { CommandError, printJson } from '../operator/command.ts';
import { clientCommand, DEFAULT_URL, givenUrl } from './client.ts';
import { Deployment, printable, Unreachable } from './deployment.ts';
import { fetchCode, printCode, readFramework } from './form-code.ts';
import { SavedForms } from './saved-forms.ts';
import { readAssignments, type SettingsDocument } from './settings.ts';

export interface Creation {
  email: string;
  alias: string;
  settings?: SettingsDocument;
}

/** Creates a form; an answer that is lost is asked for once more with the same key. */
export async function requestForm(
  deployment: Deployment,
  body: Creation,
  key: string,
): Promise<RouteResource> {
  const request = { body, headers: { 'idempotency-key': key } };
  const ask = () => deployment.call<RouteResource>('createRoute', {}, request);
  try {
    return (await ask()).body;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return (await ask()).body;
  }
}

/** Keeps the token of a new form; without it the form could not be managed, so it goes again. */
async function keepToken(saved: SavedForms, deployment: Deployment, route: RouteResource) {
  const { form_id: formId, alias, management_token: token } = route;
  if (token === undefined) return;
  try {
    await saved.save({ url: deployment.url, form_id: formId, alias, management_token: token });
  } catch (error) {
    await deployment.call('deleteRoute', { formId, token }).catch(() => undefined);
    throw error;
  }
}

/** Polls until the inbox has confirmed; throws once that can no longer happen. */
async function waitForInbox(deployment: Deployment, route: RouteResource): Promise<RouteResource> {
  let now = route;
  while (now.next_action.type === 'human_verification') {
    const expires = now.verification_expires_at;
    if (expires !== undefined && Date.parse(expires) < Date.now()) {
      throw new CommandError('The link in the mail has expired: create the form again.');
    }
    await wait(now.next_action.poll.interval_seconds * 1000);
    now = (await deployment.call<RouteResource>('getRoute', { formId: route.form_id })).body;
  }
  return now;
}

function describe(file: string, { form_id, endpoint, message, next_action: next }: RouteResource) {
  return [
    `Form      ${form_id}`,
    `Endpoint  ${printable(endpoint)}`,
    `Token     ${file}`,
    '',
    printable(message),
    ...(next.type === 'none' ? [] : [printable(next.message)]),
  ];
}

/** Creates a form, keeps its token, and prints the code that was asked for. */
export const createForm = clientCommand(async (context) => {
  const [email = '', ...assignments] = context.positionals;
  const framework = readFramework(context);
  const settings = readAssignments(assignments);
  const deployment = new Deployment(givenUrl(context) ?? DEFAULT_URL);
  const saved = new SavedForms(context);
  await saved.check();
  const alias = context.option('name') ?? 'Contact form';
  const creation = { email, alias, ...(assignments.length > 0 && { settings }) };
  const created = await requestForm(deployment, creation, randomBytes(16).toString('hex'));
  const formId = created.form_id;
  await keepToken(saved, deployment, created);
  // People see what was made before the wait; programs get one document at the end.
  const print = context.flag('json') ? () => undefined : context.print;
  print(...describe(saved.fileOf(deployment.url, formId), created));
  const route = context.flag('wait') ? await waitForInbox(deployment, created) : created;
  if (route !== created) print('', printable(route.message));
  const code = framework && (await fetchCode(deployment, formId, framework));
  if (context.flag('json')) printJson(context, { ...created, ...route, install: code });
  else if (code) {
    print('');
    printCode(context, code);
  }
});
