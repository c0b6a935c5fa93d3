import type { FormSettings } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { ReportFault } from './schema-faults.ts';
import type { RuleContext, SettingRules, SettingsForm } from './setting-rules.ts';

type FileSettings = NonNullable<FormSettings['files']>;

/** `type/subtype`, or `type/*` for all subtypes (RFC 6838, 4.2). */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]*)$/i;

const sendsMail = ({ targets }: SettingsForm) => targets.some(({ channel }) => channel === 'email');

function judgeFiles(
  { max_bytes = 0, types = [] }: FileSettings,
  report: ReportFault,
  { limits: { maxFileBytes }, form }: RuleContext,
): void {
  if (maxFileBytes === 0) {
    return report('This deployment takes no files: its operator has switched them off.');
  }
  if (form && !sendsMail(form)) report('Files go out with the mail, and this form sends none.');
  if (max_bytes > maxFileBytes) {
    report(`It must be at most ${maxFileBytes}: the operator allows no more.`, 'max_bytes');
  }
  for (const [at, type] of types.entries()) {
    if (MEDIA_TYPE.test(type)) continue;
    const message = 'It must be a media type like application/pdf, or all of a kind like image/*.';
    report(message, 'types', at);
  }
}

/** True if every file of `type` matches one of `types`. */
const covers = (types: readonly string[], type: string): boolean =>
  types.includes(type) || types.includes(type.replace(/\/.*/, '/*'));

/** True if it lets in more files, larger ones or other types. A narrower setting holds at once. */
function letsMoreIn(before: FileSettings | undefined, after?: FileSettings): boolean {
  if (!before || !after) return after !== undefined;
  const count = ({ max_count = LIMITS.usualFiles }: FileSettings) => max_count;
  const bytes = ({ max_bytes = Infinity }: FileSettings) => max_bytes;
  if (count(after) > count(before) || bytes(after) > bytes(before)) return true;
  const { types: known } = before;
  return known !== undefined && !(after.types?.every((type) => covers(known, type)) ?? false);
}

export const FILES = {
  judge: judgeFiles,
  /** Its members in the order of the schema, types in lower case and once. */
  normalise: ({ max_count, max_bytes, types }) => ({
    ...(max_count !== undefined && { max_count }),
    ...(max_bytes !== undefined && { max_bytes }),
    ...(types && { types: [...new Set(types.map((type) => type.toLowerCase()))] }),
  }),
  widens: letsMoreIn,
  /** Count, bytes and types, one a line; `describeChange` puts them into words. */
  describe: ({ max_count = LIMITS.usualFiles, max_bytes, types = [] }) => [
    String(max_count),
    String(max_bytes ?? ''),
    ...types,
  ],
} as const satisfies SettingRules<'files'>;
