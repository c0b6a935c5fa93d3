'use client';

import { useEffect, useId, useRef, useState, useTransition, type SyntheticEvent } from 'react';

const ENDPOINT = process.env.NEXT_PUBLIC_FORM_ENDPOINT;

export function ContactForm() {
  const id = useId();
  const status = useRef<HTMLParagraphElement>(null);
  const [result, setResult] = useState<Result>();
  const [progress, setProgress] = useState('');
  const [sending, startSending] = useTransition();
  const state = sending ? 'working' : result && (result.ok ? 'sent' : 'failed');

  useEffect(() => {
    if (!result) return;
    const form = status.current?.closest('form');
    const faulty = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (faulty ?? status.current)?.focus();
  }, [result]);

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setResult(undefined);
    setProgress('');
    startSending(async () => {
      const answer = await send(form, { texts, say: setProgress });
      if (answer.ok) form.reset();
      setResult(answer);
    });
  }

  // The action is for visitors whose JavaScript has not arrived; React would reset after its own.
  return (
    <form
      className="contact-form"
      action={ENDPOINT}
      method="post"
      data-state={state}
      onSubmit={handleSubmit}
      data-language="en"
    >
      <p>
        <label htmlFor={`${id}-name`}>Name</label>
        <input
          id={`${id}-name`}
          name="name"
          type="text"
          autoComplete="name"
          required
          aria-describedby={`${id}-name-error`}
          aria-invalid={result?.errors.has('name')}
        />
        <span id={`${id}-name-error`} data-error="name">
          {result?.errors.get('name')}
        </span>
      </p>
      <p>
        <label htmlFor={`${id}-email`}>Email</label>
        <input
          id={`${id}-email`}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          aria-describedby={`${id}-email-error`}
          aria-invalid={result?.errors.has('email')}
        />
        <span id={`${id}-email-error`} data-error="email">
          {result?.errors.get('email')}
        </span>
      </p>
      <p>
        <label htmlFor={`${id}-message`}>Message</label>
        <textarea
          id={`${id}-message`}
          name="message"
          rows={6}
          required
          aria-describedby={`${id}-message-error`}
          aria-invalid={result?.errors.has('message')}
        />
        <span id={`${id}-message-error`} data-error="message">
          {result?.errors.get('message')}
        </span>
      </p>
      {/* A trap for robots. Leave it hidden, empty and after the real fields. */}
      <div hidden style={{ display: 'none' }} aria-hidden="true">
        <label>
          Leave this empty
          <input
            name="_gotcha"
            type="text"
            tabIndex={-1}
            autoComplete="off"
            data-1p-ignore
            data-bwignore
            data-lpignore="true"
          />
        </label>
      </div>
      <button type="submit" disabled={sending}>
        {sending ? 'Sending…' : 'Send'}
      </button>
      <p ref={status} role="status" tabIndex={-1}>
        {result?.message ?? progress}
      </p>
    </form>
  );
}

const texts = {
  language: 'en',
  reference: 'Reference: {reference}',
  sent: 'Thank you. Your message was received.',
  unfit: 'Your message was not sent yet. Please check the marked fields.',
  unsent: 'Your message could not be sent. Please check your connection and try again.',
};

/** The form's words; the service says the rest. */
interface Texts {
  language: string;
  reference: string;
  sent: string;
  unfit: string;
  unsent: string;
}

/** `say` reports slow steps; without `fields`, the form's and `button` are sent. */
interface Options {
  texts: Texts;
  say: (text: string) => void;
  button?: HTMLElement | null;
  fields?: FormData;
}

/** `errors` has what is wrong with fields, by their names. */
interface Result {
  ok: boolean;
  message: string;
  errors: Map<string, string>;
  answer?: Answer | undefined;
}

interface FieldError {
  field: string;
  message: string;
}

interface Answer {
  message?: string;
  reference?: string;
  errors?: FieldError[];
  challenge?: object;
  next?: string;
}

/** The data to post, and the way. */
interface Post {
  form: HTMLFormElement;
  fields: FormData;
  key: string;
  thanksPage: string | undefined;
  texts: Texts;
  say: (text: string) => void;
}

interface Reply {
  ok: boolean;
  url: string;
  answer: Answer | undefined;
}

/** A key for each message that is not sent yet: trying again cannot deliver it twice. */
const keys = new Map<string, string>();

/** Sends a form and reports the outcome. */
async function send(form: HTMLFormElement, options: Options): Promise<Result> {
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

/** Posts. If the form asks for a challenge later, the browser posts; a page solves it. */
async function postSolved(posted: Post): Promise<Reply> {
  const reply = await post(posted);
  if (reply.answer?.challenge) HTMLFormElement.prototype.submit.call(posted.form);
  return reply;
}

/** The content of a message, without a solved challenge. */
function contentOf(fields: FormData): string {
  return JSON.stringify([...fields].filter(([name]) => name !== 'altcha'));
}

/** Posts with fetch, which cannot read a page of another website. */
async function post(posted: Post): Promise<Reply> {
  const { form, fields, key, thanksPage, texts } = posted;
  const response = await fetch(form.getAttribute('action') ?? '', {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Accept-Language': texts.language,
      'Idempotency-Key': key,
    },
    body: fields,
    redirect: thanksPage ? 'manual' : 'follow',
    signal: AbortSignal.timeout(30_000),
  });
  // The service redirects once it has delivered.
  if (thanksPage && response.type === 'opaqueredirect') {
    return { ok: true, url: '', answer: { next: thanksPage } };
  }
  const answer: Answer | undefined = await response.json().catch(() => undefined);
  return { ok: response.ok, url: response.url, answer };
}
