import { forgedToken } from '../support/decision-tokens.ts';
import type { TestService } from '../support/service.ts';
import { get, UNKNOWN, type Scenario } from './scenario.ts';

const PATH = '/v1/answers/stop';
const QUIET = '/v1/routes/quiet';

const press = (service: TestService, token: string, path: string) =>
  service.request(path, { method: 'POST', body: new URLSearchParams({ token }) });

/** The token of the link in the notice of a form's silence. */
async function quietToken(service: TestService): Promise<string> {
  return forgedToken(service, 'quiet', (await service.activeRoute()).form_id);
}

/** The successes of "Stop all automatic replies" and of the link that ends notices of silence. */
export const ANSWER_SCENARIOS = {
  'showAnswers 200': {
    run: (service) => get(`${PATH}?token=${forgedToken(service, 'answers', UNKNOWN)}`)(service),
  },
  'stopAnswers 200': {
    run: (service) => press(service, forgedToken(service, 'answers', UNKNOWN), PATH),
  },
  'showQuiet 200': {
    run: async (service) => get(`${QUIET}?token=${await quietToken(service)}`)(service),
  },
  'quietForm 200': { run: async (service) => press(service, await quietToken(service), QUIET) },
} satisfies Record<string, Scenario>;
