import type { RouteResource } from '../../contract/schemas.ts';
import { CommandError, count, EXIT, show } from '../operator/command.ts';
import { readInput } from '../operator/receipt-input.ts';
import { clientCommand, DEFAULT_URL, envelopeOf, givenUrl } from './client.ts';
import { Deployment, printable, Refusal, Unreachable } from './deployment.ts';
import { createFound, findForm, readKnown, type FoundForm, type Known } from './find-forms.ts';
import { parseManifest, type WantedForm } from './manifest.ts';
import { changeSettings, differences, latest, fetchSettings } from './settings.ts';

type Result = 'created' | 'changed' | 'unchanged' | 'missing' | 'failed';

/** What became of an entry of the file. */
interface Report {
  name: string;
  form_id?: string;
  result: Result;
  status?: RouteResource['status'];
  endpoint?: string;
  /** Settings that have another value now, or would have. */
  settings: readonly string[];
  /** Settings that wait for the owner of the inbox. */
  waiting: readonly string[];
  error?: CommandError;
}

const nameOf = ({ alias, id }: WantedForm) => alias ?? id ?? '';

/** Whether the service has forgotten the form, or never knew it. */
const isGone = (error: unknown) => error instanceof Refusal && error.code === 'route_not_found';

async function statusOf({ deployment, formId }: FoundForm) {
  const { body } = await deployment.call<RouteResource>('getRoute', { formId });
  return { form_id: formId, status: body.status, endpoint: body.endpoint };
}

/** The form of an entry, if it exists; one that is gone is forgotten, unless the file names it. */
async function findExisting(known: Known, wanted: WantedForm, dryRun: boolean) {
  const found = await findForm(known, wanted);
  if (!found) return undefined;
  try {
    return { found, state: await statusOf(found) };
  } catch (error) {
    if (!isGone(error) || wanted.id !== undefined) throw error;
    if (!dryRun) await known.saved.remove(found.deployment.url, found.formId);
    return undefined;
  }
}

/** Brings a form to what its entry says; a dry run reports what that would do, as far as reading tells. */
async function applyForm(known: Known, wanted: WantedForm, dryRun: boolean): Promise<Report> {
  const { settings } = wanted;
  const base = { name: nameOf(wanted), settings: [], waiting: [] };
  const existing = await findExisting(known, wanted, dryRun);
  if (!existing && dryRun) return { ...base, result: 'missing' };
  const found = existing?.found ?? (await createFound(known, wanted));
  const report = { ...base, ...(existing?.state ?? (await statusOf(found))) };
  const result = found.isNew ? 'created' : 'unchanged';
  if (settings === undefined) return { ...report, result };
  if (dryRun) {
    const changes = differences(latest((await fetchSettings(found)).body), settings);
    return { ...report, result: changes.length > 0 ? 'changed' : result, settings: changes };
  }
  const { changed, waiting, isNew } = await changeSettings(found, () => settings);
  const done = isNew && !found.isNew ? 'changed' : result;
  return { ...report, result: done, settings: changed, waiting };
}

/** Applies one entry after the other; if one fails, the others are applied all the same. */
async function applyEach(
  forms: readonly WantedForm[],
  apply: (wanted: WantedForm) => Promise<Report>,
): Promise<Report[]> {
  const reports: Report[] = [];
  for (const wanted of forms) {
    try {
      reports.push(await apply(wanted));
    } catch (error) {
      if (!(error instanceof CommandError) || error instanceof Unreachable) throw error;
      const failed = { name: nameOf(wanted), settings: [], waiting: [], error } as const;
      reports.push({ ...failed, result: 'failed' });
    }
  }
  return reports;
}

const SENTENCES: Record<Result, string> = {
  created: 'created',
  changed: 'changed',
  unchanged: 'unchanged',
  missing: 'would be created, unless a run with this key has made it before',
  failed: 'failed',
};

function describeForm(report: Report, dryRun: boolean): string[] {
  const { name, form_id: id, result, status, settings, waiting, error } = report;
  const what = dryRun && result === 'changed' ? 'would change' : SENTENCES[result];
  const parts = [
    settings.length > 0 ? `${what}: ${settings.map(printable).join(', ')}` : what,
    ...(waiting.length > 0
      ? [`waits for the owner of the inbox: ${waiting.map(printable).join(', ')}`]
      : []),
    ...(status === 'pending_verification' ? ['the inbox has not confirmed yet'] : []),
    ...(error ? [error.message] : []),
  ];
  const head = [printable(name), ...(id !== undefined && id !== name ? [id] : [])].join('  ');
  return [`${head}  ${parts.join('; ')}`, ...(error?.details ?? []).map((line) => `  ${line}`)];
}

const DONE: ReadonlySet<Result> = new Set(['created', 'changed', 'missing']);

/** What became of all of them; nothing if each line says enough. */
function summarize(reports: readonly Report[], dryRun: boolean): string[] {
  const changes = reports.filter(({ result }) => DONE.has(result)).length;
  const failures = reports.filter(({ error }) => error).length;
  if (failures > 0) return [`${count(failures, 'form')} failed.`];
  if (changes === 0) return ['Nothing to change.'];
  return dryRun ? [`${count(changes, 'form')} would change; nothing was done.`] : [];
}

const toJson = (url: string, reports: readonly Report[], dryRun: boolean) => ({
  success: reports.every(({ error }) => !error),
  url,
  dry_run: dryRun,
  changed: reports.some(({ result }) => DONE.has(result)),
  forms: reports.map(({ error, ...report }) => ({
    ...report,
    ...(error && { error: envelopeOf(error) }),
  })),
});

/** Brings the forms of a repository to what its file says. A second run changes nothing. */
export const applyManifest = clientCommand(async (context) => {
  const [path = ''] = context.positionals;
  const manifest = parseManifest(path, (await readInput(path)).toString());
  const dryRun = context.flag('dry-run');
  const deployment = new Deployment(givenUrl(context) ?? manifest.url ?? DEFAULT_URL);
  const known = await readKnown(context, deployment, manifest.project, !dryRun);
  const reports = await applyEach(manifest.forms, (wanted) => applyForm(known, wanted, dryRun));
  show(context, toJson(deployment.url, reports, dryRun), () => [
    ...reports.flatMap((report) => describeForm(report, dryRun)),
    ...summarize(reports, dryRun),
  ]);
  return reports.find(({ error }) => error)?.error?.exitCode ?? EXIT.ok;
});
