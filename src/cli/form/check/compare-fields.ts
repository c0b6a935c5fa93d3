import type { FormField } from '../../../contract/form-field.ts';
import type { FormSettings } from '../../../contract/form-settings.ts';
import {
  isCheckboxGroup,
  isLoneCheckbox,
  optionsOf,
  takesSeveral,
  TICKED,
  typeOf,
  type DeclaredFields,
  type FieldType,
} from '../../../fields/declared-field.ts';
import { isKnownName } from '../../../fields/added-fields.ts';
import { didYouMean } from '../../../platform/text/nearest-name.ts';
import { note, problem, quoted, type Finding } from './finding.ts';
import type { PageField } from './page-fields.ts';

/** Types whose values have a syntax. */
const WRITTEN: ReadonlySet<FieldType> = new Set([
  'email',
  'url',
  'number',
  'date',
  'time',
  'datetime-local',
]);
const CHOICES: ReadonlySet<FieldType> = new Set(['select', 'radio', 'checkbox']);

/** True if visitors can enter what the declared type does not have. */
function differsInType(declared: FormField, page: FormField): boolean {
  const [wanted, given] = [typeOf(declared), typeOf(page)];
  if (wanted === 'hidden' || wanted === given) return false;
  if (wanted === 'file' || given === 'file') return true;
  if (given === 'hidden') return false;
  return CHOICES.has(wanted) ? !CHOICES.has(given) : WRITTEN.has(wanted);
}

const LIMITS = ['minlength', 'maxlength', 'min', 'max', 'step', 'pattern'] as const;

type Limit = (typeof LIMITS)[number];

const DEFAULT_STEPS: Partial<Record<FieldType, number>> = {
  number: 1,
  date: 1,
  time: 60,
  'datetime-local': 60,
};

/** True if a limit of the page, of the same type, keeps visitors within the declared one. */
function isWithin(limit: Limit, declared: FormField, page: FormField): boolean {
  const [wanted, given] = [declared[limit], page[limit]];
  const usual = DEFAULT_STEPS[typeOf(declared)];
  if (limit === 'step')
    return wanted === 'any' || String(given ?? usual) === String(wanted ?? usual);
  if (wanted === undefined) return true;
  if (limit === 'pattern') return given === wanted;
  if (given === undefined) return false;
  return limit.startsWith('min') ? given >= wanted : given <= wanted;
}

function refusedValues(declared: FormField, { values }: PageField): string[] {
  const known = isLoneCheckbox(declared)
    ? TICKED
    : new Set(optionsOf(declared).map(({ value }) => value));
  return values.filter((value) => value !== '' && !known.has(value));
}

function* compareOne(declared: FormField, page: PageField): Generator<Finding> {
  const { name } = declared;
  const field = quoted(name);
  const { field: given } = page;
  // HTML cannot require one of a group of checkboxes.
  if (
    declared.required &&
    !given.required &&
    !isCheckboxGroup(declared) &&
    given.type !== 'hidden'
  ) {
    yield problem(
      'field_not_required',
      `Visitors can leave ${field} empty, and the form refuses that. Add required to it.`,
      name,
    );
  }
  if (differsInType(declared, given)) {
    const types = `of type ${quoted(typeOf(given))}, and the form takes ${quoted(typeOf(declared))}`;
    yield problem('field_type', `The field ${field} is ${types}. Change its type.`, name);
    return;
  }
  if (takesSeveral(given) && !takesSeveral(declared) && typeOf(declared) !== 'hidden') {
    const message = `Visitors can give ${field} several values, and the form takes one.`;
    yield problem('field_several', `${message} Use one control of this name.`, name);
  }
  if (CHOICES.has(typeOf(declared))) {
    const refused = refusedValues(declared, page);
    if (refused.length > 0) {
      const values = refused.slice(0, 5).map(quoted).join(', ');
      const message = `The form does not know ${values}, which visitors can choose in ${field}.`;
      yield problem('field_options', `${message} Make the values those of its options.`, name);
    }
  } else if (typeOf(given) === typeOf(declared)) yield* compareLimits(declared, given);
}

function* compareLimits(declared: FormField, page: FormField): Generator<Finding> {
  const type = typeOf(declared);
  for (const limit of LIMITS) {
    if (isWithin(limit, declared, page)) continue;
    const wanted = declared[limit] ?? DEFAULT_STEPS[type];
    const message = `The form refuses some values that the page lets visitors give ${quoted(declared.name)}.`;
    yield problem('field_limit', `${message} Add ${limit}=${quoted(wanted)} to it.`, declared.name);
  }
}

/** A field that the form requires; `others` are those of the page that it does not know. */
export function missingField(name: string, others: Iterable<string>): Finding {
  const message = `The page has no field ${quoted(name)}, which the form requires.`;
  return problem('field_missing', message + didYouMean(name, others), name);
}

/** A field of the page that the form refuses. */
export function unknownField(name: string, declared: Iterable<string>): Finding {
  const message = `The form refuses the field ${quoted(name)}, which its settings do not list.`;
  return problem('field_unknown', message + didYouMean(name, declared), name);
}

/** Compares the page's fields with the settings: what the page allows but the form refuses. */
export function* compareFields(
  { fields = [], unknown_fields }: DeclaredFields,
  given: readonly PageField[],
): Generator<Finding> {
  if (fields.length === 0) return;
  const byName = new Map(given.map((page) => [page.field.name, page]));
  const declared = new Set(fields.map(({ name }) => name));
  const others = [...byName.keys()].filter((name) => !declared.has(name) && !isKnownName(name));
  for (const field of fields) {
    const page = byName.get(field.name);
    if (page) yield* compareOne(field, page);
    else if (field.required) {
      yield missingField(field.name, others);
    } else {
      yield note('field_missing', `The page has no field ${quoted(field.name)}.`, field.name);
    }
  }
  if (unknown_fields !== 'refuse') return;
  for (const name of others) yield unknownField(name, declared);
}

/** Says which inboxes get nothing from a page, as it lacks the answers that choose them. */
export function* compareCopies(
  { copies = [] }: Pick<FormSettings, 'copies'>,
  given: readonly PageField[],
): Generator<Finding> {
  for (const { field, is } of copies.flatMap((copy) =>
    typeof copy === 'string' ? [] : copy.when,
  )) {
    const page = given.find(({ field: { name } }) => name === field);
    const missing = is.filter((value) => page?.values.includes(value) !== true);
    if (missing.length === 0) continue;
    const what = page ? `${missing.slice(0, 5).map(quoted).join(', ')} in ` : '';
    const message = `Copies depend on ${what}the field ${quoted(field)}, which the page does not have.`;
    yield problem('copy_unreachable', `${message} Add it, or change the setting copies.`, field);
  }
}
