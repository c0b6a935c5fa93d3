import type { Operations } from '../call.ts';
import type { HandlerContext } from './handler-context.ts';

/** Mail that came back, as its provider reports it. */
export const bounceOperations = ({ bounces }: HandlerContext) =>
  ({
    async reportBounce({ params, authorization, readReport: readBody, asker }) {
      await bounces.receive(params.provider, { readBody, authorization }, asker);
      return { success: true };
    },
  }) satisfies Partial<Operations>;
