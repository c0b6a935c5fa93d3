import { contentOf, post } from './post-fetch.ts';
import { solve } from './solver.ts';
import type { FieldError, Result } from './types.ts';

/** A key for each message that is not sent yet: trying again cannot deliver it twice. */
const keys = new Map<string, string>();

/** Sends a form; `say` tells the visitor what takes time. `field` is the first one with an error. */
export async function send(form: HTMLFormElement, say: (text: string) => void): Promise<Result> {
  const sent = 'Thank you. Your message was received.';
  const unsent = 'Your message could not be sent. Please check your connection and try again.';
  const unfit = 'Your message was not sent yet. Please look at the marked fields.';
  const unsolved = 'Your browser could not finish the check for robots. Please try again.';
  const fields = new FormData(form);
  const content = contentOf(fields);
  const key = keys.get(content) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  keys.set(content, key);
  const thanksPage = [...fields.getAll('_redirect'), ...fields.getAll('redirect')]
    .map(String)
    .find((url) => url.trim() !== '');
  const posted = { form, fields, key, thanksPage, say };
  showErrors(form, []);
  try {
    let { ok, url, answer } = await post(posted);
    for (let tries = 0; answer?.challenge && tries < 2; tries += 1) {
      say('Checking that you are not a robot…');
      fields.set('altcha', await solve(answer.challenge).catch(() => ''));
      ({ ok, url, answer } = await post(posted));
    }
    if (answer?.challenge) return { ok: false, message: unsolved };
    if (answer?.errors) {
      const others = showErrors(form, answer.errors);
      return {
        ok: false,
        message: others.join(' ') || unfit,
        field: form.querySelector('[aria-invalid="true"]'),
      };
    }
    if (!ok) return { ok: false, message: answer?.message ?? unsent };
    keys.delete(content);
    // The service's own page says no more than the message: leave for another one only.
    const ownPage = url && new URL('../thanks', url).href;
    if (answer?.next && answer.next !== ownPage) location.assign(answer.next);
    return { ok: true, message: answer?.message ?? sent };
  } catch {
    return { ok: false, message: unsent };
  }
}

/** Shows each error at its field. Returns the messages of errors of other fields. */
function showErrors(form: HTMLFormElement, errors: FieldError[]): string[] {
  const names = new Set();
  for (const place of form.querySelectorAll('[data-error]')) {
    const name = place.getAttribute('data-error');
    const own = errors.filter(({ field }) => field === name);
    place.textContent = own.map(({ message }) => message).join(' ');
    for (const control of form.querySelectorAll('[name]')) {
      if (control.getAttribute('name') !== name) continue;
      control.setAttribute('aria-invalid', String(own.length > 0));
    }
    names.add(name);
  }
  return errors.filter(({ field }) => !names.has(field)).map(({ message }) => message);
}
