import type { ErrorCode } from '../../contract/error-codes.ts';
import { renderFaultPage } from './fault-page.ts';
import type { RenderPosted } from './posted-form.ts';

/** Pages that give back what was sent, by the code of the error. */
export const POSTED_PAGES: Partial<Record<ErrorCode, RenderPosted>> = {
  submission_invalid: renderFaultPage,
};
