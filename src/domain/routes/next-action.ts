import { LIMITS } from '../../contract/limits.ts';
import type { NextAction } from '../../contract/schemas.ts';
import type { Links } from './links.ts';
import type { Route } from './route.ts';

export function nextActionOf({ status, formId }: Route, links: Links): NextAction {
  if (status === 'active') return { type: 'none' };
  return {
    type: 'human_verification',
    message:
      'The owner of the inbox has to open the verification email and confirm on the page it ' +
      'links to. Nothing is delivered before that.',
    poll: { url: links.status(formId), interval_seconds: LIMITS.pollIntervalSeconds },
  };
}
