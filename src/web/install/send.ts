/** What differs between the code in JavaScript and in TypeScript. */
interface Signatures {
  send: string;
  showErrors: string;
  answerType: string;
}

/**
 * A form that names a thank-you page gets 303 after delivery; fetch cannot read one of another origin,
 * so the visitor is sent there. Other forms follow redirects, as these are not the service's.
 */
const functions = ({ send, showErrors, answerType }: Signatures): string => `${send} {
  const sent = 'Thank you. Your message was received.';
  const unsent = 'Your message could not be sent. Please check your connection and try again.';
  const fields = new FormData(form);
  const content = JSON.stringify([...fields]);
  const key = keys.get(content) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  keys.set(content, key);
  const thanksPage = [...fields.getAll('_redirect'), ...fields.getAll('redirect')]
    .map(String)
    .find((url) => url.trim() !== '');
  showErrors(form, []);
  try {
    const response = await fetch(form.getAttribute('action') ?? '', {
      method: 'POST',
      headers: { Accept: 'application/json', 'Idempotency-Key': key },
      body: fields,
      redirect: thanksPage ? 'manual' : 'follow',
      signal: AbortSignal.timeout(30_000),
    });
    // The service redirects once it has delivered.
    if (thanksPage && response.type === 'opaqueredirect') {
      keys.delete(content);
      location.assign(thanksPage);
      return { ok: true, message: sent };
    }
    const answer${answerType} = await response.json().catch(() => undefined);
    if (!response.ok) {
      const message = answer?.message ?? unsent;
      if (answer?.error !== 'submission_invalid') return { ok: false, message };
      const others = showErrors(form, answer.errors ?? []);
      return {
        ok: false,
        message: [message, ...others].join(' '),
        field: form.querySelector('[aria-invalid="true"]'),
      };
    }
    keys.delete(content);
    // The service's own page says no more than the message: leave for another one only.
    const ownPage = new URL('../thanks', response.url).href;
    if (answer?.next && answer.next !== ownPage) location.assign(answer.next);
    return { ok: true, message: answer?.message ?? sent };
  } catch {
    return { ok: false, message: unsent };
  }
}

${showErrors} {
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
}`;

const keysOf = (
  type: string,
) => `/** A key for each message that is not sent yet: trying again cannot deliver it twice. */
const keys = new Map${type}();`;

const [SENDS, SHOWS] = [
  'Sends a form and resolves to the message for the visitor, and the first field with an error.',
  'Shows each error at its field. Returns the messages of errors of other fields.',
];

const UNTYPED = {
  send: 'async function send(form)',
  showErrors: 'function showErrors(form, errors)',
  answerType: '',
};

/** Sends a form and shows what the service finds wrong at its fields; for scripts in a page. */
export const SEND = `${keysOf('')}

${functions({ ...UNTYPED, showErrors: `/** ${SHOWS} */\n${UNTYPED.showErrors}` })}`;

/** The same for modules whose types are checked by their comments. */
export const SEND_WITH_COMMENTS = `${keysOf('')}

${functions({
  ...UNTYPED,
  send: `/**
 * ${SENDS}
 * @param {HTMLFormElement} form
 * @returns {Promise<{ ok: boolean, message: string, field?: HTMLElement | null }>}
 */
${UNTYPED.send}`,
  showErrors: `/**
 * ${SHOWS}
 * @param {HTMLFormElement} form
 * @param {{ field: string, message: string }[]} errors
 */
${UNTYPED.showErrors}`,
})}`;

/** The same in TypeScript. */
export const SEND_TYPED = `interface Result {
  ok: boolean;
  message: string;
  field?: HTMLElement | null;
}

interface FieldError {
  field: string;
  message: string;
}

interface Answer {
  error?: string;
  message?: string;
  errors?: FieldError[];
  next?: string;
}

${keysOf('<string, string>')}

${functions({
  send: 'async function send(form: HTMLFormElement): Promise<Result>',
  showErrors: `/** ${SHOWS} */\nfunction showErrors(form: HTMLFormElement, errors: FieldError[]): string[]`,
  answerType: ': Answer | undefined',
})}`;
