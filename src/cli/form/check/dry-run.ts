import { ERROR_CODES, type ErrorRow } from '../../../contract/error-codes.ts';
import type { SubmissionAccepted } from '../../../contract/schemas.ts';
import { isObject } from '../../../platform/text/json.ts';
import { CommandError, EXIT } from '../../command.ts';
import { call, type Target } from '../deployment.ts';
import { printable } from '../../../platform/text/printable.ts';
import { missingField, unknownField } from './compare-fields.ts';
import { note, problem, quoted, type Finding } from './finding.ts';
import { sentenceOf } from '../refusal.ts';
import type { Sampled } from './page-fields.ts';

/** Who sends the form: the script of the page, or the browser, which leaves the page. */
export type Sender = 'script' | 'browser';

export interface DryRun {
  target: Target;
  page: URL;
  sender: Sender;
  referrerPolicy: string;
  /** Of the form, where the browser sends it. */
  enctype: string;
  sampled: Sampled;
}

/**
 * The headers with which a browser names the page (Fetch, "append a request `Origin` header";
 * Referrer Policy).
 */
function siteHeaders({ page, sender, referrerPolicy }: DryRun): Record<string, string> {
  const isHidden = ['no-referrer', 'same-origin'].includes(referrerPolicy);
  const origin = sender === 'browser' && isHidden ? 'null' : page.origin;
  return { origin, ...(!isHidden && { referer: `${page.origin}/` }) };
}

/** Values of files where they are sent as text: their names. */
const asText = (value: string | File) => (typeof value === 'string' ? value : value.name);

/** The body as the sender encodes it. */
function bodyOf({ sender, enctype, sampled }: DryRun): FormData | URLSearchParams | string {
  const entries = [...sampled.entries, ['_dry_run', 'true'] as const];
  if (sender === 'script' || enctype === 'multipart/form-data') {
    const form = new FormData();
    for (const [name, value] of entries) form.append(name, value);
    return form;
  }
  const texts = entries.map(([name, value]): [string, string] => [name, asText(value)]);
  if (enctype !== 'text/plain') return new URLSearchParams(texts);
  return texts.map(([name, value]) => `${name}=${value}\r\n`).join('');
}

/** A deployment of another version may have more codes. */
const ROWS: Readonly<Record<string, ErrorRow | undefined>> = ERROR_CODES;

/** The header that browsers send to a form with `origins` if they hide the page. */
const HIDDEN =
  'The page hides its address (Referrer-Policy), so a form with origins refuses it. Set strict-origin-when-cross-origin.';

function explain({ page, ...sent }: DryRun, envelope: CommandError['envelope']): Finding {
  const code = String(envelope['error']);
  const advice = ROWS[code]?.advice ?? '';
  if (code !== 'origin_not_allowed') {
    return problem(code, `A message is refused: ${sentenceOf(envelope)} ${advice}`.trimEnd());
  }
  if (siteHeaders({ page, ...sent })['origin'] === 'null')
    return problem('referrer_hidden', HIDDEN);
  return problem(
    code,
    `The form takes no messages of ${printable(page.origin)}. Add it to the setting origins: ` +
      `letterslot form set ${sent.target.formId ?? ''} origins=${printable(page.origin)} beside the others.`,
  );
}

function* explainFaults(
  errors: readonly unknown[],
  { left, entries }: Sampled,
): Generator<Finding> {
  const given = new Set(entries.map(([name]) => name));
  const faults = errors.filter(isObject);
  const refused = faults.filter(({ code }) => code === 'unknownField');
  const unknown = refused.map(({ field }) => String(field));
  for (const { field, code, message } of faults) {
    const name = String(field);
    const said = `A message is refused: ${quoted(name)}: ${printable(message)}`;
    if (left.has(name)) {
      yield note(
        'not_tried',
        `No value was found to try for ${quoted(name)}: check it by hand.`,
        name,
      );
    } else if (code === 'valueMissing' && !given.has(name)) yield missingField(name, unknown);
    else if (code === 'unknownField') yield unknownField(name, []);
    else yield problem(`field_${printable(code)}`, said, name);
  }
}

/** Tells if such a submission would arrive, and what a visitor would meet instead. */
export interface DryRunOutcome {
  outcome: 'delivered' | 'challenge' | 'refused' | 'trapped';
  findings: Finding[];
}

/** Ends the whole check, so that nothing more is sent. */
function expectDryRun({ url }: Target, { dry_run: isDryRun }: SubmissionAccepted): void {
  if (isDryRun === true) return;
  const message = `${printable(url)} does not say that the check was a dry run: it may have delivered it. Nothing more was checked.`;
  const envelope = { success: false, error: 'no_dry_run', message };
  throw new CommandError(message, { exitCode: EXIT.fault, envelope });
}

/** Sends what a visitor would send, as their browser does, as a dry run. Throws CommandError. */
export async function tryOut(dryRun: DryRun): Promise<DryRunOutcome> {
  const { target, sampled } = dryRun;
  try {
    const headers = siteHeaders(dryRun);
    const form = bodyOf(dryRun);
    const { body } = await call<SubmissionAccepted>('submitForm', target, { headers, form });
    expectDryRun(target, body);
    return { outcome: body.would?.trapped ? 'trapped' : 'delivered', findings: [] };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { error: code, errors } = error.envelope;
    if (code === 'challenge_required') return { outcome: 'challenge', findings: [] };
    // Too many checks: nothing is wrong with the form.
    if (code === 'rate_limited' || code === 'no_dry_run') throw error;
    const findings =
      code === 'submission_invalid' && Array.isArray(errors)
        ? Array.from(explainFaults(errors, sampled))
        : [explain(dryRun, error.envelope)];
    return { outcome: 'refused', findings };
  }
}
