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
const pressed = (path: string): Scenario => ({
  run: ({ request }) =>
    request(path, {
      method: 'POST',
      body: new URLSearchParams({ token: 'any', choice: 'perhaps' }),
    }),
});

/** Every choice that a page does not offer. */
export const CHOICE_SCENARIOS: Record<ChoiceKey, Scenario> = {
  'agreeToHandOver invalid_json': pressed('/v1/routes/hand-over'),
  'answerCopy invalid_json': pressed('/v1/routes/copy'),
  'stopCopy invalid_json': pressed('/v1/routes/copy-stop'),
  'stopForm invalid_json': pressed('/v1/routes/stop'),
  'refuseForm invalid_json': pressed('/v1/routes/refuse'),
  'reportSpam invalid_json': pressed('/v1/routes/spam'),
  'reportNotSpam invalid_json': pressed('/v1/routes/not-spam'),
  'quietForm invalid_json': pressed('/v1/routes/quiet'),
  'stopAnswers invalid_json': pressed('/v1/answers/stop'),
};
