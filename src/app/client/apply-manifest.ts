import { count, EXIT, readInput, show } from '../operator/command.ts';
import { applyEach, openRun, type Report } from './apply-form.ts';
import { clientCommand, envelopeOf } from './client.ts';
import { printable } from './deployment.ts';
import { parseManifest } from './manifest.ts';

function describeResult({ result }: Report, dryRun: boolean): string {
  if (result === 'missing')
    return 'would be created, unless a run with this key has made it before';
  return dryRun && result === 'changed' ? 'would change' : result;
}

function describeForm(report: Report, dryRun: boolean): string[] {
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

const isChange = ({ result }: Report) => result !== 'unchanged' && result !== 'failed';

function summarize(reports: readonly Report[], dryRun: boolean): string[] {
  const changes = reports.filter(isChange).length;
  const failures = reports.filter(({ error }) => error).length;
  if (failures > 0) return [`${count(failures, 'form')} failed.`];
  if (changes === 0) return ['Nothing to change.'];
  return dryRun ? [`${count(changes, 'form')} would change; nothing was done.`] : [];
}

/** Brings the forms of a repository to what its file says. A second run changes nothing. */
export const applyManifest = clientCommand(async (context) => {
  const [path = ''] = context.positionals;
  const manifest = parseManifest(path, (await readInput(path)).toString());
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
      ...(error && { error: envelopeOf(error) }),
    })),
  };
  show(context, json, () => [
    ...reports.flatMap((report) => describeForm(report, dryRun)),
    ...summarize(reports, dryRun),
  ]);
  return failure?.exitCode ?? EXIT.ok;
});
