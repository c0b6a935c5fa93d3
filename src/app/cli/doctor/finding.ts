/** `FAIL`: the service cannot do its work so. `warn`: it can, and something deserves a look. */
export type Verdict = 'ok' | 'warn' | 'FAIL';

/** What a check found, and what to do about it. */
export interface Finding {
  subject: string;
  verdict: Verdict;
  message: string;
}

/** Milliseconds for one question to another machine. */
export const PATIENCE = 5_000;

const finding =
  (verdict: Verdict) =>
  (subject: string, message: string): Finding => ({ subject, verdict, message });

export const ok = finding('ok');
export const warn = finding('warn');
export const fail = finding('FAIL');

/** The name of a fault of the system or of a library; never its words. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return faultOf(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
