import { postSolved } from './challenge-here.ts';
import { contentOf } from './post-files.ts';
import type { FieldError, Options, Result } from './types.ts';

/** A key for each message that is not sent yet: trying again cannot deliver it twice. */
export const keys = new Map<string, string>();

/** Sends a form and reports the outcome. */
export async function send(form: HTMLFormElement, options: Options): Promise<Result> {
  const { texts, say, button, fields = new FormData(form, button) } = options;
  const content = contentOf(fields);
  const key = keys.get(content) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  keys.set(content, key);
  const thanksPage = [...fields.getAll('_redirect'), ...fields.getAll('redirect')]
    .map(String)
    .find((url) => url.trim() !== '');
  let errors = new Map<string, string>();
  try {
    const posted = { form, fields, key, thanksPage, texts, say };
    const { ok, url, answer } = await postSolved(posted);
    if (answer?.errors) {
      errors = byField(form, answer.errors);
      return { ok: false, message: errors.get('') ?? texts.unfit, errors, answer };
    }
    const { message, reference } = answer ?? {};
    if (!ok) return { ok, message: message ?? texts.unsent, errors, answer };
    keys.delete(content);
    // The service's own page says no more than the message: leave for another one only.
    const ownPage = url && new URL('../thanks', url.replace(/\/$/, '')).href;
    if (answer?.next && answer.next !== ownPage) location.assign(answer.next);
    const thanks = message ?? texts.sent;
    const found = reference ? ` ${texts.reference.replace('{reference}', reference)}` : '';
    return { ok, message: thanks + found, errors, answer };
  } catch {
    return { ok: false, message: texts.unsent, errors };
  }
}

/** Errors by field name; those of fields that the form lacks have no name. */
function byField(form: HTMLFormElement, found: FieldError[]): Map<string, string> {
  const errors = new Map<string, string>();
  for (const { field, message } of found) {
    const name = form.querySelector(`[data-error="${CSS.escape(field)}"]`) ? field : '';
    const before = errors.get(name);
    errors.set(name, before ? `${before} ${message}` : message);
  }
  return errors;
}
