'use client';

import { useEffect, useId, useRef, useState, useTransition, type SyntheticEvent } from 'react';

const ENDPOINT = process.env.NEXT_PUBLIC_FORM_ENDPOINT;

export function ContactForm() {
  const id = useId();
  const status = useRef<HTMLParagraphElement>(null);
  const [result, setResult] = useState<Result>();
  const [sending, startSending] = useTransition();

  useEffect(() => {
    if (result) (result.field ?? status.current)?.focus();
  }, [result]);

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setResult(undefined);
    startSending(async () => {
      const answer = await send(form);
      if (answer.ok) form.reset();
      setResult(answer);
    });
  }

  // The action is for visitors whose JavaScript has not arrived; React would reset after its own.
  return (
    <form className="contact-form" action={ENDPOINT} method="post" onSubmit={handleSubmit}>
      <p>
        <label htmlFor={`${id}-name`}>Name</label>
        <input
          id={`${id}-name`}
          name="name"
          type="text"
          autoComplete="name"
          required
          aria-describedby={`${id}-name-error`}
        />
        <span id={`${id}-name-error`} data-error="name" />
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
        />
        <span id={`${id}-email-error`} data-error="email" />
      </p>
      <p>
        <label htmlFor={`${id}-message`}>Message</label>
        <textarea
          id={`${id}-message`}
          name="message"
          rows={6}
          required
          aria-describedby={`${id}-message-error`}
        />
        <span id={`${id}-message-error`} data-error="message" />
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
        {result?.message}
      </p>
    </form>
  );
}

interface Result {
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

/** A key for each message that is not sent yet: trying again cannot deliver it twice. */
const keys = new Map<string, string>();

async function send(form: HTMLFormElement): Promise<Result> {
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
    const answer: Answer | undefined = await response.json().catch(() => undefined);
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
