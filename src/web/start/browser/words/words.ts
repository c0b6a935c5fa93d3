import type { ErrorCode } from '../../../../contract/error-codes.ts';

/** Codes of the API that this page has words for. */
type KnownCode = Extract<
  ErrorCode,
  | 'invalid_email'
  | 'invalid_alias'
  | 'rate_limited'
  | 'verified_destination_capacity'
  | 'route_not_found'
  | 'inbox_not_verified'
  | 'submission_empty'
  | 'submission_too_large'
  | 'monthly_allowance_exhausted'
  | 'delivery_failed'
  | 'config_incomplete'
  | 'internal_error'
>;

/** Every word of the page in one language. */
export interface StartWords {
  /** BCP 47 tag, for dates and numbers. */
  tag: string;
  /** What the language calls itself. */
  name: string;
  languages: string;
  title: string;
  lead: string;
  noScript: string;
  steps: { create: string; confirm: string; code: string; test: string };
  /** Said after the title of a step that is done. */
  stepDone: string;
  create: {
    email: string;
    emailHint: string;
    alias: string;
    aliasHint: string;
    aliasExample: string;
    button: string;
    busy: string;
    done: string;
    endpoint: string;
    token: string;
    tokenHint: string;
  };
  confirm: {
    look(email: string): string;
    until(time: string): string;
    waiting: string;
    again: string;
    busy: string;
    sent: string;
    preview: string;
    done: string;
  };
  code: {
    framework: string;
    loading: string;
    shown(framework: string): string;
    notes: string;
  };
  test: {
    explanation: string;
    message: string;
    example: string;
    button: string;
    busy: string;
    delivered: string;
    used(used: string, limit: string): string;
  };
  copy: string;
  copied: string;
  copyFailed: string;
  /** `duration` is a number with its unit. */
  retryAfter(duration: string): string;
  errorCode: string;
  errors: Record<KnownCode | 'unreachable' | 'other', string>;
}
