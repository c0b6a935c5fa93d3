import { parseFormId, type FormId } from '../../contract/form-id.ts';
import { UsageError, type CommandContext } from './command.ts';

/** The form that the first argument names; throws UsageError. */
export function readFormId({ positionals: [text = ''] }: CommandContext): FormId {
  const formId = parseFormId(text);
  if (formId) return formId;
  throw new UsageError('FORM_ID must be the id of a form: cfm_ and 16 letters and digits.');
}
