import type { FormField } from '../../contract/form-fields.ts';
import { parseTime } from './moments.ts';

/** The fields of a form that its owner has declared, as the settings have them. */
export interface DeclaredFields {
  readonly fields?: readonly FormField[];
  readonly unknown_fields?: 'accept' | 'refuse';
}

export type FieldType = NonNullable<FormField['type']>;

/** What people read beside a field. */
export const labelOf = ({ label, name }: Pick<FormField, 'label' | 'name'>): string =>
  label ?? name;

export const typeOf = ({ type = 'text' }: Pick<FormField, 'type'>): FieldType => type;

/** The choices of a field, each with what people read; none where any value may be given. */
export const optionsOf = ({
  options = [],
}: Pick<FormField, 'options'>): { value: string; label: string }[] =>
  options.map((option) =>
    typeof option === 'string' ? { value: option, label: option } : { ...option },
  );

/** Checkboxes of one name. */
export const isCheckboxGroup = (field: FormField): boolean =>
  typeOf(field) === 'checkbox' && field.options !== undefined;

/** A checkbox without options, whose value is one of `TICKED`. */
export const isLoneCheckbox = (field: FormField): boolean =>
  typeOf(field) === 'checkbox' && field.options === undefined;

/** What a lone checkbox sends where it is ticked: browsers `on`, programs that post JSON a boolean. */
export const TICKED: ReadonlySet<string> = new Set(['on', 'true']);

/** What programs send where it is not ticked; browsers send nothing. */
export const NOT_TICKED: ReadonlySet<string> = new Set(['', 'false']);

/** Whether several values may be given. HTML has no group of checkboxes in which only one can be ticked. */
export const takesSeveral = (field: FormField): boolean =>
  field.multiple === true || isCheckboxGroup(field);

/** A time from `min` in the evening to `max` in the morning. */
export const isOvernight = ({ type, min, max }: FormField): boolean =>
  type === 'time' && (parseTime(String(min)) ?? 0) > (parseTime(String(max)) ?? Infinity);
