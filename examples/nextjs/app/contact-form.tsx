'use client';

import { useEffect, useId, useRef, useState, useTransition, type SyntheticEvent } from 'react';

const ENDPOINT = process.env.NEXT_PUBLIC_FORM_ENDPOINT;

export function ContactForm() {
  const id = useId();
  const status = useRef<HTMLParagraphElement>(null);
  const [result, setResult] = useState<Result>();
  const [progress, setProgress] = useState('');
  const [sending, startSending] = useTransition();

  useEffect(() => {
    if (result) (result.field ?? status.current)?.focus();
  }, [result]);

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setResult(undefined);
    setProgress('');
    startSending(async () => {
      const answer = await send(form, setProgress);
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
        {result?.message ?? progress}
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
  message?: string;
  errors?: FieldError[];
  challenge?: Challenge;
  next?: string;
}

/** What is posted, and how. */
interface Post {
  form: HTMLFormElement;
  fields: FormData;
  key: string;
  thanksPage: string | undefined;
  say: (text: string) => void;
}

interface Reply {
  ok: boolean;
  url: string;
  answer: Answer | undefined;
}

/** A key for each message that is not sent yet: trying again cannot deliver it twice. */
const keys = new Map<string, string>();

/** Sends a form; `say` tells the visitor what takes time. `field` is the first one with an error. */
async function send(form: HTMLFormElement, say: (text: string) => void): Promise<Result> {
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

/** What a message consists of. A solved challenge is no part of it. */
function contentOf(fields: FormData): string {
  return JSON.stringify([...fields].filter(([name]) => name !== 'altcha'));
}

/** Posts with fetch, which cannot read a page of another website. */
async function post(posted: Post): Promise<Reply> {
  const { form, fields, key, thanksPage } = posted;
  const response = await fetch(form.getAttribute('action') ?? '', {
    method: 'POST',
    headers: { Accept: 'application/json', 'Idempotency-Key': key },
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

/** What the service asks for (ALTCHA, version 1). */
interface Challenge {
  algorithm: string;
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
}

/** Does the work that a challenge asks for, and resolves to what the field `altcha` says of it. */
async function solve(challenge: Challenge): Promise<string> {
  const { maxnumber: _, ...asked } = challenge;
  const begun = Date.now();
  const number = await findInWorker(challenge).catch(() => findHere(challenge));
  if (number === undefined) throw new Error('The challenge has no solution.');
  return btoa(JSON.stringify({ ...asked, number, took: Date.now() - begun }));
}

/** Beside the page, so that it stays quick. Fails where the page forbids it. */
async function findInWorker(challenge: Challenge): Promise<number | undefined> {
  const work = `onmessage = ({ data }) =>
    postMessage((${findNumber.toString()})(data, 0, data.maxnumber));`;
  const url = URL.createObjectURL(new Blob([work], { type: 'text/javascript' }));
  const worker = new Worker(url);
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = reject;
      worker.postMessage(challenge);
    });
  } finally {
    worker.terminate();
    URL.revokeObjectURL(url);
  }
}

/** In the page itself, with pauses for everything else. */
async function findHere(challenge: Challenge): Promise<number | undefined> {
  const step = 2000;
  for (let begin = 0; begin <= challenge.maxnumber; begin += step) {
    const end = Math.min(begin + step, challenge.maxnumber);
    const number = findNumber(challenge, begin, end);
    if (number !== undefined) return number;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return undefined;
}

/** Finds the number from `begin` to `end` whose SHA-256, after the salt, is the challenge. */
function findNumber(challenge: Challenge, begin: number, end: number): number | undefined {
  const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
  const memory = new DataView(new ArrayBuffer(512));
  const bytes = new Uint8Array(memory.buffer);
  const word = (at: number): number => memory.getInt32(4 * at);
  const primes = [2];
  for (let n = 3; primes.length < 64; n += 2) {
    if (primes.every((prime) => n % prime > 0)) primes.push(n);
  }
  primes.forEach((prime, at) => memory.setInt32(256 + 4 * at, (Math.cbrt(prime) % 1) * 2 ** 32));
  const parts = [0, 8].map((at) => challenge.challenge.slice(at, at + 8));
  const [first, second] = parts.map((hex) => Number.parseInt(hex, 16) | 0);
  for (let number = begin; number <= end; number += 1) {
    const text = challenge.salt + number;
    let hash = {
      a: 0x6a09e667,
      b: 0xbb67ae85,
      c: 0x3c6ef372,
      d: 0xa54ff53a,
      e: 0x510e527f,
      f: 0x9b05688c,
      g: 0x1f83d9ab,
      h: 0x5be0cd19,
    };
    for (let done = 0; done < text.length + 9; done += 64) {
      const rest = text.length - done;
      bytes.fill(0, 0, 64);
      for (let at = 0; at < 64 && at <= rest; at += 1) {
        bytes[at] = at < rest ? text.charCodeAt(done + at) : 128;
      }
      if (rest < 56) memory.setInt32(60, 8 * text.length);
      let { a, b, c, d, e, f, g, h } = hash;
      for (let at = 0; at < 64; at += 1) {
        if (at > 15) {
          const x = word(at - 15);
          const y = word(at - 2);
          const near = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
          const far = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
          memory.setInt32(4 * at, word(at - 16) + near + word(at - 7) + far);
        }
        const choice = ((e & f) ^ (~e & g)) + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25));
        const most = ((a & b) | (c & (a | b))) + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22));
        const sum = h + choice + word(64 + at) + word(at);
        [a, b, c, d, e, f, g, h] = [(sum + most) | 0, a, b, c, (d + sum) | 0, e, f, g];
      }
      hash = {
        a: (hash.a + a) | 0,
        b: (hash.b + b) | 0,
        c: (hash.c + c) | 0,
        d: (hash.d + d) | 0,
        e: (hash.e + e) | 0,
        f: (hash.f + f) | 0,
        g: (hash.g + g) | 0,
        h: (hash.h + h) | 0,
      };
    }
    if (hash.a === first && hash.b === second) return number;
  }
  return undefined;
}
