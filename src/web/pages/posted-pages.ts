import type { ErrorCode } from '../../contract/error-codes.ts';
import { renderChallengePage } from './challenge-page.ts';
import { renderFaultPage } from './fault-page.ts';
import type { RenderPosted } from './posted-form.ts';

/** Pages that give back what was sent, by the code of the error. */
export const POSTED_PAGES: Partial<Record<ErrorCode, RenderPosted>> = {
  challenge_required: renderChallengePage,
  submission_invalid: renderFaultPage,
};
