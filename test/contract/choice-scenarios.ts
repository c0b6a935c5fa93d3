import type { ErrorKey } from '../../src/contract/examples.ts';
import type { Scenario } from './scenario.ts';

type ChoiceKey = Extract<ErrorKey, `${ButtonId} invalid_json`>;

type ButtonId =
  | 'agreeToHandOver'
  | 'answerCopy'
  | 'stopCopy'
  | 'stopForm'
  | 'refuseForm'
  | 'reportSpam'
  | 'reportNotSpam'
  | 'quietForm'
  | 'stopAnswers';

/** The button of a mailed link, with a value that it does not have. */
const pressed = (path: string, name: string): Scenario => ({
  run: ({ request }) =>
    request(path, {
      method: 'POST',
      body: new URLSearchParams({ token: 'any', [name]: 'perhaps' }),
    }),
});

/** Every choice that a page does not offer. */
export const CHOICE_SCENARIOS: Record<ChoiceKey, Scenario> = {
  'agreeToHandOver invalid_json': pressed('/v1/routes/hand-over', 'choice'),
  'answerCopy invalid_json': pressed('/v1/routes/copy', 'choice'),
  'stopCopy invalid_json': pressed('/v1/routes/copy-stop', 'undo'),
  'stopForm invalid_json': pressed('/v1/routes/stop', 'reason'),
  'refuseForm invalid_json': pressed('/v1/routes/refuse', 'allow'),
  'reportSpam invalid_json': pressed('/v1/routes/spam', 'challenge'),
  'reportNotSpam invalid_json': pressed('/v1/routes/not-spam', 'undo'),
  'quietForm invalid_json': pressed('/v1/routes/quiet', 'undo'),
  'stopAnswers invalid_json': pressed('/v1/answers/stop', 'allow'),
};
