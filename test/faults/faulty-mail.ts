import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import PostalMime from 'postal-mime';
import { startScriptedSmtp, type Script, type ScriptedSmtp } from '../support/scripted-smtp.ts';
import { startService, tokenIn, type Answer, type TestService } from '../support/service.ts';
import type { Overrides } from '../../src/app/service.ts';

export interface FaultyMail {
  smtp: ScriptedSmtp;
  service: TestService;
  formId: string;
  /** Follows another script from now on, in a fresh session. */
  follow(script: Script): void;
  /** Sends one submission with a unique text, and remembers its answer. */
  send(): Promise<Answer>;
  /**
   * Repairs the mail server and compares all answers with its mails: a 200 for one mail, a 503 for
   * none or a doubtful one. Only delivered ones count.
   */
  settle(): Promise<void>;
}

const DOUBT = /may not have been delivered/;

const markOf = (number: number) => `canary-${number}-canary`;

/** A service with one form, whose mail server follows a script. */
export async function startFaultyMail(
  test: TestContext,
  { env = {}, overrides = {} }: { env?: Record<string, string>; overrides?: Overrides } = {},
): Promise<FaultyMail> {
  const smtp = await startScriptedSmtp();
  const service = await startService(
    test,
    { SMTP_URL: `smtp://127.0.0.1:${smtp.server.port}`, MONTHLY_LIMIT: '100000', ...env },
    overrides,
  );
  test.after(() => smtp.close());
  const created = await service.create();
  const email = await PostalMime.parse(smtp.messages.at(-1) ?? '');
  assert.equal((await service.confirm(tokenIn({ email }))).status, 200);
  const formId = String(created.json.form_id);
  const answers: Answer[] = [];

  /** The next submission; the answer of those before is not awaited. */
  async function send(): Promise<Answer> {
    const number = answers.push({} as Answer) - 1;
    const answer = await service.submit(formId, { message: markOf(number) });
    answers[number] = answer;
    return answer;
  }

  function follow(script: Script): void {
    smtp.script = script;
    smtp.dropSessions();
  }

  return {
    smtp,
    service,
    formId,
    send,
    follow,
    async settle() {
      follow({});
      assert.equal((await service.request('/health')).status, 200);
      const last = await send();
      assert.equal(last.status, 200, 'it works again');
      for (const [number, { status, json }] of answers.entries()) {
        const taken = smtp.messages.filter((message) => message.includes(markOf(number))).length;
        const doubtful = status === 503 && DOUBT.test(String(json.message));
        if (status === 200) assert.equal(taken, 1, `submission ${number} was accepted`);
        else {
          assert.equal(json.error, 'delivery_failed');
          assert.ok(
            !doubtful || json.retry_after_seconds === undefined,
            'a doubt invites no retry',
          );
          assert.ok(taken === 0 || (doubtful && taken === 1), `submission ${number} was refused`);
        }
      }
      assert.equal(last.json.used, answers.filter(({ status }) => status === 200).length);
    },
  };
}

/** The outcome in a word: `200`, or `503 doubtful` where the answer says so. */
export const outcomeOf = ({ status, json }: Answer): string =>
  `${status}${DOUBT.test(String(json.message)) ? ' doubtful' : ''}`;
