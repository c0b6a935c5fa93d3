import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { longSecret } from '../../platform/settings/setting-parsers.ts';
import { readJsonObject, isObject } from '../../platform/text/json.ts';
import { CommandError, count, readVariable, type CommandContext } from '../operator/command.ts';
import { givenSecret, type Managed } from './client.ts';
import { requestForm, type Creation } from './create-form.ts';
import { Refusal, type Deployment } from './deployment.ts';
import type { WantedForm } from './manifest.ts';
import { SavedForms, type Tokens } from './saved-forms.ts';

/** A form of the file that exists, or was just made. */
export interface FoundForm extends Managed {
  isNew: boolean;
}

function parseTokens(text: string): Tokens {
  const value = readJsonObject(text);
  const isMap = (entry: unknown) =>
    isObject(entry) && Object.values(entry).every((token) => typeof token === 'string');
  if (value && Object.values(value).every(isMap)) return value as Tokens;
  throw new Error('must be JSON as `letterslot form list --tokens` prints it');
}

/** Reads tokens and key; with `mayMake`, makes a key on this machine if there is none. */
export async function readKnown(
  context: CommandContext,
  deployment: Deployment,
  project: string,
  mayMake: boolean,
) {
  const saved = new SavedForms(context);
  const all = (await givenSecret(context, 'tokens-file', 'LETTERSLOT_TOKENS', parseTokens)) ?? {};
  const given = readVariable(context, 'LETTERSLOT_APPLY_KEY', longSecret);
  const mayKeep = mayMake && context.variable('CI') === undefined;
  return {
    deployment,
    project,
    saved,
    /** Tokens of this deployment's forms that were given, by form id. */
    tokens: Object.hasOwn(all, deployment.url) ? (all[deployment.url] ?? {}) : {},
    /** Idempotency-Keys are derived from it. A CI machine does not last, so none is made there. */
    key: given ?? (await saved.applyKey(mayKeep)),
    /** Then nothing has to be kept on this machine. */
    isKeyGiven: given !== undefined,
    note: context.note,
  };
}

/** What `apply` knows before it asks the service. */
export type Known = Awaited<ReturnType<typeof readKnown>>;

const digest = (key: string, ...parts: readonly string[]) =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

/** The Idempotency-Key of an entry: the same in each run, and a secret as its key is. */
const keyOf = (key: string, { deployment, project }: Known, { email, alias }: Creation) =>
  digest(key, deployment.url, project, email, alias);

/** Names the entry that a saved form was made from, without the key that would give its token. */
const originOf = (idempotencyKey: string) => digest(idempotencyKey, 'origin');

async function tokenOf({ tokens, saved, deployment }: Known, formId: string): Promise<string> {
  const forms = await saved.list();
  const own = forms.find(({ form_id: id, url }) => id === formId && url === deployment.url);
  const token = Object.hasOwn(tokens, formId) ? tokens[formId] : own?.management_token;
  if (token !== undefined) return token;
  throw new CommandError(
    `There is no token for ${formId} at ${deployment.url}: give it in LETTERSLOT_TOKENS, or in a file ` +
      'with --tokens-file.',
  );
}

/** The form of an entry as far as this machine knows it; undefined if it has to be asked for. */
export async function findForm(known: Known, wanted: WantedForm): Promise<FoundForm | undefined> {
  const { deployment, saved, key } = known;
  const { id, email, alias } = wanted;
  if (id !== undefined) {
    return { deployment, formId: id, token: await tokenOf(known, id), isNew: false };
  }
  if (key === undefined || email === undefined || alias === undefined) return undefined;
  const origin = originOf(keyOf(key, known, { email, alias }));
  const own = (await saved.list()).find((form) => form.origin === origin);
  if (!own || own.url !== deployment.url) return undefined;
  return { deployment, formId: own.form_id, token: own.management_token, isNew: false };
}

/** Seconds that one run waits for the service's limit of creations, at most. */
const PATIENCE = 600;

/** Creates, and waits if the service asks for it: its limit counts by the minute. */
async function createInTurn(known: Known, creation: Creation, key: string) {
  let left = PATIENCE;
  for (;;) {
    try {
      return await requestForm(known.deployment, creation, key);
    } catch (error) {
      const seconds = error instanceof Refusal ? error.envelope['retry_after_seconds'] : undefined;
      if (typeof seconds !== 'number' || seconds > left) throw error;
      left -= seconds;
      known.note(`The service limits new forms: waiting ${count(seconds, 'second')}.`);
      await wait(seconds * 1000);
    }
  }
}

/** Creates the form of an entry, or gets it again if a run with this key has made it before. */
export async function createFound(known: Known, wanted: WantedForm): Promise<FoundForm> {
  const { deployment, saved, key } = known;
  const { email = '', alias = '' } = wanted;
  if (key === undefined) {
    throw new CommandError(
      `${alias} cannot be created: its token would be lost with this machine. Set LETTERSLOT_APPLY_KEY to a ` +
        'random secret of your CI, or put the id of the form into the file.',
    );
  }
  if (!known.isKeyGiven) await saved.check();
  const idempotencyKey = keyOf(key, known, { email, alias });
  const route = await createInTurn(known, { email, alias }, idempotencyKey);
  const { form_id: formId, management_token: token, replayed = false } = route;
  if (token === undefined) {
    throw new CommandError(
      `The owner of ${formId} has made a new token: put this id into the file, and the token into ` +
        'LETTERSLOT_TOKENS.',
    );
  }
  if (!known.isKeyGiven) {
    const { url } = deployment;
    const origin = originOf(idempotencyKey);
    await saved.save({ url, form_id: formId, alias, management_token: token, origin });
  }
  return { deployment, formId, token, isNew: !replayed };
}
