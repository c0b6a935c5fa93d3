import { SOLVER, SOLVER_TYPED } from './solver.ts';
import { fetchWay, uploadWay, type Upload, type Way } from './upload.ts';

/**
 * A form that names a thank-you page gets 303 after delivery; fetch cannot read one of another origin,
 * so the visitor is sent there. Other forms follow redirects, as these are not the service's.
 */
const sendFunction = (send: string, way: Way): string => `${send} {
  const sent = 'Thank you. Your message was received.';
  const unsent = 'Your message could not be sent. Please check your connection and try again.';
  const unfit = 'Your message was not sent yet. Please look at the marked fields.';
  const unsolved = 'Your browser could not finish the check for robots. Please try again.';
${way.begin}  const fields = new FormData(form);
  // A solved challenge is no part of the message.
  const content = ${way.content};
  const key = keys.get(content) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  keys.set(content, key);
  const thanksPage = [...fields.getAll('_redirect'), ...fields.getAll('redirect')]
    .map(String)
    .find((url) => url.trim() !== '');
${way.post}  showErrors(form, []);
  try {
    let { response, answer } = await post();
    for (let tries = 0; answer?.challenge && tries < 2; tries += 1) {
      say('Checking that you are not a robot…');
      fields.set('altcha', await solve(answer.challenge).catch(() => ''));
      ({ response, answer } = await post());
    }
${way.redirected}    if (answer?.challenge) return { ok: false, message: unsolved };
    if (answer?.error === 'submission_invalid') {
      const others = showErrors(form, answer.errors ?? []);
      return {
        ok: false,
        message: others.join(' ') || unfit,
        field: form.querySelector('[aria-invalid="true"]'),
      };
    }
    if (${way.failed}) return { ok: false, message: answer?.message ?? unsent };
    keys.delete(content);
    // The service's own page says no more than the message: leave for another one only.
    const ownPage = new URL('../thanks', ${way.url}).href;
    if (answer?.next && answer.next !== ownPage) location.assign(answer.next);
    return { ok: true, message: answer?.message ?? sent };
  } catch {
    return { ok: false, message: unsent };
  }${way.end}
}`;

const showFunction = (signature: string): string => `${signature} {
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
  'Sends a form; `say` tells the visitor what takes time. `field` is the first one with an error.',
  'Shows each error at its field. Returns the messages of errors of other fields.',
];

const CHECKS = 'Says what is wrong with the chosen files before they are sent.';

/** Sends a form, solves its challenge and shows errors at fields; comments have the types. */
export function sendCode(upload: Upload | undefined): string {
  const way = upload
    ? uploadWay(
        upload,
        '',
        `/**\n * ${CHECKS}\n * @param {HTMLFormElement} form\n */\nfunction checkFiles(form)`,
      )
    : fetchWay('');
  return `${keysOf('')}

${sendFunction(
  `/**
 * ${SENDS}
 * @param {HTMLFormElement} form
 * @param {(text: string) => void} say
 * @returns {Promise<{ ok: boolean, message: string, field?: HTMLElement | null }>}
 */
async function send(form, say)`,
  way,
)}${way.more}

${showFunction(`/**
 * ${SHOWS}
 * @param {HTMLFormElement} form
 * @param {Array<{ field: string, message: string }>} errors
 */
function showErrors(form, errors)`)}

${SOLVER}`;
}

const TYPES = `interface Result {
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
  challenge?: Challenge;
  next?: string;
}`;

/** The same in TypeScript. */
export function sendTypedCode(upload: Upload | undefined): string {
  const answer = ': Answer | undefined';
  const check = `/** ${CHECKS} */\nfunction checkFiles(form: HTMLFormElement): FieldError[]`;
  const way = upload ? uploadWay(upload, answer, check) : fetchWay(answer);
  return `${TYPES}

${keysOf('<string, string>')}

${sendFunction(
  `/** ${SENDS} */
async function send(form: HTMLFormElement, say: (text: string) => void): Promise<Result>`,
  way,
)}${way.more}

${showFunction(`/** ${SHOWS} */
function showErrors(form: HTMLFormElement, errors: FieldError[]): string[]`)}

${SOLVER_TYPED}`;
}
