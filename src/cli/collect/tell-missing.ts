import { LIMITS } from '../../contract/limits.ts';
import type { FormCounts } from '../../contract/schemas.ts';
import { token as parseToken } from '../../platform/settings/setting-parsers.ts';
import { DEFAULT_URL, givenSecret, givenUrl, type ClientForm } from '../form/client.ts';
import { call } from '../form/deployment.ts';
import { SavedForms } from '../form/saved-forms.ts';
import { CommandError, count, UsageError, type CommandContext } from '../operator/command.ts';
import { findMissing, type Missing } from './holes.ts';
import type { Deliveries } from './deliveries.ts';

/** The counts of a form, or why they cannot be read. */
type Counts = { days: FormCounts['days'] } | { fault: string };

const KEYS = /^(https?:\/\/.+)\/\.well-known\/jwks\.json$/;

/** The form that `--form` names, with a token that was given, and the forms that were made on this machine. */
async function ownForms(
  context: CommandContext,
  formId: string | undefined,
): Promise<ClientForm[]> {
  const given = await givenSecret(context, 'token-file', 'LETTERSLOT_TOKEN', parseToken);
  const saved = await new SavedForms(context).list();
  const forms = saved.map((form) => ({
    url: form.url,
    formId: form.form_id,
    token: form.management_token,
  }));
  if (formId === undefined) {
    if (context.option('token-file') === undefined) return forms;
    throw new UsageError('--token-file is the token of one form: name it with --form.');
  }
  const own = forms.filter((form) => form.formId === formId);
  if (given === undefined) return own;
  const service = KEYS.exec(context.option('keys') ?? '')?.[1];
  const url = givenUrl(context) ?? own[0]?.url ?? service ?? DEFAULT_URL;
  return [{ url, formId, token: given }];
}

/** The counts of a form whose token this machine has. */
async function askCounts(form: ClientForm | undefined): Promise<Counts | undefined> {
  if (!form) return undefined;
  try {
    return { days: (await call<FormCounts>('getCounts', form)).body.days };
  } catch (error) {
    if (error instanceof CommandError) return { fault: error.message };
    throw error;
  }
}

/** Ranges that are listed. */
const MOST_LISTED = 20;

/** `12, 40–41 of 2026-11`, for each month. */
function listNumbers(holes: Missing['holes']): string {
  const months = Map.groupBy(holes.slice(0, MOST_LISTED), ({ month }) => month);
  const listed = Array.from(months, ([month, ranges]) => {
    const numbers = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
    return `${numbers.join(', ')} of ${month}`;
  });
  const more = holes.length - MOST_LISTED;
  return listed.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Sentences about what is missing of a form. */
function describe(formId: string, { holes, days }: Missing, counts: Counts | undefined): string[] {
  const withCause = (cause: Missing['holes'][number]['cause']) =>
    holes.filter((hole) => hole.cause === cause);
  const [explained, unknown] = [withCause('explained'), withCause('unknown')];
  const lines = days
    .filter(({ missing }) => missing > 0)
    .map(({ date, missing }) => {
      const near = holes.filter(({ after, before }) => after <= date && date <= before);
      const where =
        near.length > 0
          ? `Look for ${listNumbers(near)}.`
          : 'No number is missing there: they came after the last one, or went elsewhere.';
      return `${formId}: ${count(missing, 'mail')} of ${date} that the service delivered are not here. ${where}`;
    });
  if (explained.length > 0) {
    lines.push(
      `${formId}: no mail has the numbers ${listNumbers(explained)}. The counts explain them: of what was delivered on ` +
        'those days nothing is missing: they failed, or their process was killed.',
    );
  }
  for (const { date, uncounted } of days) {
    if (uncounted === 0) continue;
    lines.push(
      `${formId}: ${count(uncounted, 'mail')} of ${date} were not counted: a process was killed, or a mail that was in doubt ` +
        'came. As many could be missing unseen.',
    );
  }
  if (unknown.length > 0) {
    const why = !counts
      ? 'Its counts say whether they failed, and need its token: LETTERSLOT_TOKEN or --token-file, with --form.'
      : 'fault' in counts
        ? `Its counts cannot be read: ${counts.fault}`
        : `Its counts reach back ${LIMITS.countedDays} days, and not as far as these.`;
    lines.push(`${formId}: no mail has the numbers ${listNumbers(unknown)}. ${why}`);
  }
  return lines;
}

/** What is missing of each form in the table, and sentences about it. Throws UsageError. */
export async function tellMissing(
  context: CommandContext,
  deliveries: Deliveries,
  { form, since }: { form: string | undefined; since: string | undefined },
  now = Date.now(),
) {
  const forms = await ownForms(context, form);
  const found: ({ form: string } & Missing)[] = [];
  const lines: string[] = [];
  for (const formId of deliveries.forms()) {
    if (form !== undefined && formId !== form) continue;
    const counts = await askCounts(forms.find((own) => own.formId === formId));
    const missing = findMissing({
      numbers: deliveries.numbersOf(formId),
      mails: deliveries.byDay(formId),
      counts: counts && 'days' in counts ? counts.days : undefined,
      since,
      now,
    });
    found.push({ form: formId, ...missing });
    lines.push(...describe(formId, missing, counts));
  }
  const isLost = found.some(({ days }) => days.some(({ missing }) => missing > 0));
  return { forms: found, lines, isLost };
}
