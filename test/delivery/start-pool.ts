import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { SmtpPool } from '../../src/delivery/smtp/pool.ts';
import type { SmtpOptions } from '../../src/delivery/smtp/smtp-options.ts';
import type { SmtpServer } from '../../src/platform/settings/smtp-url.ts';
import { MailFailure } from '../../src/mail/mailer.ts';
import type { FailureKind } from '../../src/contract/service-error.ts';
import { startScriptedSmtp, type Script } from '../support/scripted-smtp.ts';

export const ENVELOPE = { from: 'forms@example.com', to: 'owner@example.com' };
export const messageOf = (text: string) => `Subject: x\r\n\r\n${text}\r\n`;
/** What the pool is asked to send. */
export const letterOf = (text: string) => () => ({ envelope: ENVELOPE, message: messageOf(text) });

/** Asserts that a message is ready: ASCII lines that end with CRLF and start with no dot. */
export const assertReady = (message: string): void =>
  assert.match(message, /^(?:(?!\.)[\t -~]*\r\n)*$/);

/** A pool and its scripted server; both are closed when the test ends. */
export async function startPool(
  test: TestContext,
  options: Partial<SmtpOptions> = {},
  server: Partial<SmtpServer> = {},
  script: Script = {},
) {
  const smtp = await startScriptedSmtp(script);
  const pool = new SmtpPool({ ...smtp.server, ...server }, options);
  test.after(async () => {
    await smtp.close();
    await pool.close();
  });
  const send = (text = 'hello') => pool.send(letterOf(text));
  return { smtp, pool, send };
}

/** The texts of messages as `send` sends them. */
export const asSent = (...texts: string[]): string[] => texts.map(messageOf);

export const isFailure = (kind: FailureKind, reason?: string) => (error: unknown) => {
  assert.ok(error instanceof MailFailure);
  assert.equal(error.kind, kind);
  if (reason !== undefined) assert.equal(error.reason, reason);
  return true;
};
