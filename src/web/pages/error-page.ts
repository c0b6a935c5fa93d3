import {
  describeBytes,
  describeCount,
  describeSeconds,
  fill,
  type Hint,
  type Words,
  type Wording,
} from '../../catalogs/catalog.ts';
import { type Language, wordsOf } from '../../catalogs/languages.ts';
import { errorRow, type ErrorCode, type ErrorVariant } from '../../contract/error-codes.ts';
import { html } from '../../platform/text/html.ts';
import type { Page, Website } from './page.ts';

/** Who reads a page: the visitor of a website, or the owner of an inbox. */
type Reader = 'visitor' | 'owner';

/** Advice on what to do next, unless the table below has better advice. */
const HINTS: Record<Reader, { final: Hint; retryable: Hint }> = {
  visitor: { final: 'back', retryable: 'backAndRetry' },
  owner: { final: 'unchanged', retryable: 'openAgainLater' },
};

export const BETTER_HINTS: Record<Reader, Partial<Record<ErrorCode | ErrorVariant, Hint>>> = {
  visitor: {
    invalid_json: 'tellOwner',
    unsupported_media_type: 'tellOwner',
    invalid_redirect_url: 'tellOwner',
    origin_not_allowed: 'tellOwner',
    route_not_found: 'tellOwner',
    invalid_idempotency_key: 'tellOwner',
    idempotency_key_conflict: 'tellOwner',
    config_incomplete: 'tellOwner',
    too_many_fields: 'tellOwner',
    long_field_name: 'tellOwner',
    unapproved_form: 'tellOwner',
    rate_limited: 'back',
    delivery_failed: 'sendAgain',
    webhook_delivery_failed: 'sendAgain',
    doubtful_delivery: 'sendAgain',
    refused_message: 'tellOwner',
    bounced_inbox: 'tellOwner',
    too_large_for_mail: 'back',
    overloaded: 'back',
    late_body: 'backAndRetry',
  },
  owner: {
    late_body: 'openAgainLater',
    verification_token_required: 'wholeLink',
    verification_token_invalid: 'wholeLink',
    route_not_found: 'closePage',
  },
};

interface Fault {
  code: ErrorCode;
  variant?: ErrorVariant | undefined;
  field?: string | undefined;
  /** Details of the error besides its sentence, like the `limit` of files. */
  details?: object;
}

/** Details that sentences can name. */
interface Numbers {
  limit?: number;
  retry_after_seconds?: number;
}

function wordingOf(words: Words, reader: Reader, { code, variant }: Fault): Wording {
  if (variant) return words.variants[variant];
  const wordings: Partial<Record<ErrorCode, Wording>> = words[reader];
  return wordings[code] ?? words.otherError;
}

function hintOf(reader: Reader, { code, variant }: Fault): Hint {
  const hint = BETTER_HINTS[reader][variant ?? code];
  return hint ?? HINTS[reader][errorRow(code).retryable ? 'retryable' : 'final'];
}

/** A sentence that explains an error with its field, the exceeded limit, or the waiting time. */
export function explainError(language: Language, reader: Reader, fault: Fault): string {
  const words = wordsOf(language);
  const { tag } = words;
  const { field = '', details = {} } = fault;
  const { limit = 0, retry_after_seconds: seconds = 60 }: Numbers = details;
  return fill(wordingOf(words, reader, fault).message, {
    field,
    count: describeCount(tag, limit),
    size: describeBytes(tag, limit),
    wait: describeSeconds(tag, seconds),
  });
}

/** An error as a page: what happened, what to do next, and the envelope's code. */
export function errorPage(
  language: Language,
  reader: Reader,
  fault: Fault,
  website?: Website,
): Page {
  const words = wordsOf(language);
  return {
    language,
    title: wordingOf(words, reader, fault).title,
    mark: 'halt',
    website,
    code: fault.code,
    content: html`<p>${explainError(language, reader, fault)}</p>
      <p>${words.hints[hintOf(reader, fault)]}</p>`,
  };
}

/** URLs that lead on; `start` is undefined if that page is switched off. */
export interface Ways {
  /** The name of the service. */
  operator: string;
  start: string | undefined;
  llmsText: string;
  openApi: string;
  docs: string;
}

/**
 * The page of an address with nothing to do: the root without /start, a path that nothing answers,
 * or a form id that no form has.
 */
export function doorPage(
  language: Language,
  door: 'home' | 'nothing' | 'noForm',
  { operator, start, llmsText, openApi, docs }: Ways,
): Page {
  const {
    doors: { develop, create, ...doors },
    hints,
  } = wordsOf(language);
  const { title, message } = doors[door];
  const way =
    start === undefined
      ? html`<p class="soft">
          ${develop}: <a href="${docs}">/docs</a>, <a href="${llmsText}">llms.txt</a>, <a href="${openApi}">openapi.json</a>
        </p>`
      : html`<p><a class="button" href="${start}">${create}</a></p>`;
  // Visitors of a website come to what is gone, and want no form of their own.
  const content = html`<p>${message}</p>
    ${door === 'home' ? way : html`<p>${hints.tellOwner}</p>`}`;
  return {
    language,
    title: fill(title, { operator }),
    mark: door === 'home' ? 'ask' : 'halt',
    content,
  };
}

/** Answers a browser with fields in a form's URL, which are not read. The page repeats no field. */
export function unsentPage(language: Language, { endpoint }: { endpoint: string }): Page {
  const { unsent } = wordsOf(language).doors;
  return {
    language,
    title: unsent.title,
    mark: 'halt',
    content: html`<p>${unsent.message}</p>
      <p>${unsent.visitor}</p>
      <p>${unsent.owner}</p>
      <p><code>${endpoint}</code></p>`,
  };
}

/** Answers browsers that open a form's address. Anyone may: it reveals nothing about the form. */
export function formPage(
  language: Language,
  { endpoint, code }: { endpoint: string; code: string },
): Page {
  const { form } = wordsOf(language).doors;
  return {
    language,
    title: form.title,
    mark: 'ask',
    content: html`<p>${form.message}</p>
      <p>${form.visitor}</p>
      <p>${form.owner}</p>
      <p><code>${endpoint}</code></p>
      <p><a class="button" href="${code}">${form.code}</a></p>`,
  };
}
