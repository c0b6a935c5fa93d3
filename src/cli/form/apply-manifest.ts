import { createHmac } from 'node:crypto';
import type { RouteResource } from '../../contract/schemas.ts';
import { longSecret } from '../../platform/settings/setting-parsers.ts';
import {
  CommandError,
  count,
  EXIT,
  readTextInput,
  readVariable,
  show,
  type CommandContext,
} from '../command.ts';
import { clientCommand, DEFAULT_URL, givenSecret, givenUrl, type Managed } from './client.ts';
import { requestInTurn, type Creation } from './create-form.ts';
import { call, hasCode } from './deployment.ts';
import { printable } from '../../platform/text/printable.ts';
import { parseManifest, type Manifest, type WantedForm } from './manifest.ts';
import { parseTokens, SavedForms, toTokens } from './saved-forms.ts';
import { changeSettings, differences, latest, fetchSettings } from './settings.ts';

async function openRun(context: CommandContext, { url: named, project }: Manifest) {
  const url = givenUrl(context) ?? named ?? DEFAULT_URL;
  const saved = new SavedForms(context);
  const forms = await saved.list();
  const given = await givenSecret(context, 'tokens-file', 'LETTERSLOT_TOKENS', parseTokens);
  const givenKey = readVariable(context, 'LETTERSLOT_APPLY_KEY', longSecret);
  const dryRun = context.flag('dry-run');
  // A CI machine does not last, so no key is made there.
  const mayKeep = !dryRun && context.variable('CI') === undefined;
  return {
    url,
    project,
    dryRun,
    saved,
    forms,
    /** Tokens of this deployment's forms by form id. */
    tokens: { ...toTokens(forms)[url], ...given?.[url] },
    /** Idempotency-Keys are derived from it. */
    key: givenKey ?? (await saved.applyKey(mayKeep)),
    /** True if tokens of new forms are kept here; with a given key each run gets them again. */
    keepsTokens: givenKey === undefined,
    note: context.note,
  };
}

type ApplyRun = Awaited<ReturnType<typeof openRun>>;

const digest = (key: string, ...parts: readonly string[]) =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

/** The Idempotency-Key of an entry: the same in each run, and a secret as its key is. */
const idempotencyKeyOf = (key: string, { url, project }: ApplyRun, { email, alias }: Creation) =>
  digest(key, url, project, email, alias);

/** Names the entry that a saved form was made from, without the key that would give its token. */
const originOf = (idempotencyKey: string) => digest(idempotencyKey, 'origin');

/** The form of an entry if this machine knows it; undefined if the service must be asked. */
function findForm(run: ApplyRun, { id, email = '', alias = '' }: WantedForm): Managed | undefined {
  const { url, key, tokens, forms } = run;
  if (id !== undefined) {
    const token = tokens[id];
    if (token !== undefined) return { url, formId: id, token };
    throw new CommandError(
      `There is no token for ${id} at ${url}: give it in LETTERSLOT_TOKENS, or in a file ` +
        'with --tokens-file.',
    );
  }
  if (key === undefined) return undefined;
  const origin = originOf(idempotencyKeyOf(key, run, { email, alias }));
  const own = forms.find((form) => form.origin === origin);
  return own && { url, formId: own.form_id, token: own.management_token };
}

interface FoundForm {
  form: Managed;
  state: { form_id: string; status: RouteResource['status']; endpoint: string };
  isNew: boolean;
}

async function stateOf({ url, formId }: Managed): Promise<FoundForm['state']> {
  const { body } = await call<RouteResource>('getRoute', { url, formId });
  return { form_id: formId, status: body.status, endpoint: body.endpoint };
}

/** The form of an entry, if it exists; one that is gone is forgotten, unless the file names it. */
async function findExisting(run: ApplyRun, wanted: WantedForm): Promise<FoundForm | undefined> {
  const form = findForm(run, wanted);
  if (!form) return undefined;
  try {
    return { form, state: await stateOf(form), isNew: false };
  } catch (error) {
    if (!hasCode(error, 'route_not_found') || wanted.id !== undefined) throw error;
    if (!run.dryRun) await run.saved.remove(form.url, form.formId);
    return undefined;
  }
}

/** Creates the form of an entry, or gets it again if a run with this key has made it before. */
async function createFound(run: ApplyRun, wanted: WantedForm): Promise<FoundForm> {
  const { url, saved, key, keepsTokens } = run;
  const { email = '', alias = '' } = wanted;
  if (key === undefined) {
    throw new CommandError(
      `${alias} cannot be created: its token would be lost with this machine. Set LETTERSLOT_APPLY_KEY to a ` +
        'random secret of your CI, or put the id of the form into the file.',
    );
  }
  if (keepsTokens) await saved.check();
  const idempotencyKey = idempotencyKeyOf(key, run, { email, alias });
  const route = await requestInTurn(url, { email, alias }, idempotencyKey, run.note);
  const { form_id: formId, management_token: token, replayed = false } = route;
  if (token === undefined) {
    throw new CommandError(
      `The owner of ${formId} has made a new token: put this id into the file, and the token into ` +
        'LETTERSLOT_TOKENS.',
    );
  }
  if (keepsTokens) {
    const origin = originOf(idempotencyKey);
    await saved.save({ url, form_id: formId, alias, management_token: token, origin });
  }
  const form = { url, formId, token };
  return { form, state: await stateOf(form), isNew: !replayed };
}

type Result = 'created' | 'changed' | 'unchanged' | 'missing' | 'failed';

interface FormReport extends Partial<FoundForm['state']> {
  name: string;
  result: Result;
  /** Settings that have another value now, or would have. */
  settings: readonly string[];
  waiting: readonly string[];
  error?: CommandError;
}

const newReport = ({ alias, id }: WantedForm, result: Result): FormReport => ({
  name: alias ?? id ?? '',
  result,
  settings: [],
  waiting: [],
});

/** Applies an entry to its form; a dry run reports the changes that can be read beforehand. */
async function applyForm(run: ApplyRun, wanted: WantedForm): Promise<FormReport> {
  const { settings } = wanted;
  const existing = await findExisting(run, wanted);
  if (!existing && run.dryRun) return newReport(wanted, 'missing');
  const { form, state, isNew } = existing ?? (await createFound(run, wanted));
  const report = { ...newReport(wanted, isNew ? 'created' : 'unchanged'), ...state };
  if (settings === undefined) return report;
  if (run.dryRun) {
    const changes = differences(latest((await fetchSettings(form)).body), settings);
    return changes.length > 0 ? { ...report, result: 'changed', settings: changes } : report;
  }
  const { changed, waiting, hasEffect } = await changeSettings(form, () => settings, 'putSettings');
  const result = hasEffect && !isNew ? 'changed' : report.result;
  return { ...report, result, settings: changed, waiting };
}

/** Applies one entry after the other; if one fails, the others are applied all the same. */
async function applyEach(run: ApplyRun, forms: readonly WantedForm[]): Promise<FormReport[]> {
  const reports: FormReport[] = [];
  for (const wanted of forms) {
    try {
      reports.push(await applyForm(run, wanted));
    } catch (error) {
      if (!(error instanceof CommandError) || hasCode(error, 'unreachable')) throw error;
      reports.push({ ...newReport(wanted, 'failed'), error });
    }
  }
  return reports;
}

function describeResult({ result }: FormReport, dryRun: boolean): string {
  if (result === 'missing')
    return 'would be created, unless a run with this key has made it before';
  return dryRun && result === 'changed' ? 'would change' : result;
}

function describeForm(report: FormReport, dryRun: boolean): string[] {
  const { name, form_id: id, status, settings, waiting, error } = report;
  const named = settings.length > 0 ? [settings.map(printable).join(', ')] : [];
  const parts = [
    [describeResult(report, dryRun), ...named].join(': '),
    ...(waiting.length > 0
      ? [`waits for the owner of the inbox: ${waiting.map(printable).join(', ')}`]
      : []),
    ...(status === 'pending_verification' ? ['the inbox has not confirmed yet'] : []),
    ...(error ? [error.message] : []),
  ];
  const head = [printable(name), ...(id !== undefined && id !== name ? [id] : [])].join('  ');
  return [`${head}  ${parts.join('; ')}`, ...(error?.details ?? []).map((line) => `  ${line}`)];
}

const isChange = ({ result }: FormReport) => result !== 'unchanged' && result !== 'failed';

function summarize(reports: readonly FormReport[], dryRun: boolean): string[] {
  const changes = reports.filter(isChange).length;
  const failures = reports.filter(({ error }) => error).length;
  if (failures > 0) return [`${count(failures, 'form')} failed.`];
  if (changes === 0) return ['Nothing to change.'];
  return dryRun ? [`${count(changes, 'form')} would change; nothing was done.`] : [];
}

/** Brings the forms of a repository to what its file says. A second run changes nothing. */
export const applyManifest = clientCommand(async (context) => {
  const [path = ''] = context.positionals;
  const manifest = parseManifest(path, await readTextInput(path));
  const run = await openRun(context, manifest);
  const { url, dryRun } = run;
  const reports = await applyEach(run, manifest.forms);
  const failure = reports.find(({ error }) => error)?.error;
  const json = {
    success: !failure,
    url,
    dry_run: dryRun,
    changed: reports.some(isChange),
    forms: reports.map(({ error, ...report }) => ({
      ...report,
      ...(error && { error: error.envelope }),
    })),
  };
  show(context, json, () => [
    ...reports.flatMap((report) => describeForm(report, dryRun)),
    ...summarize(reports, dryRun),
  ]);
  return failure?.exitCode ?? EXIT.ok;
});
