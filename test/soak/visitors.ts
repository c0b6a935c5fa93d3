import { setTimeout as wait } from 'node:timers/promises';
import type { FaultyProcess } from '../faults/faulty-process.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';
import { markOf, type Ledger, type Mode } from './ledger.ts';

/** Submissions at a time, more than there are SMTP connections, so that some wait for one. */
const BURST = 10;
/** Milliseconds between bursts, and before a retry of what failed, when a fault has passed. */
const BURST_EVERY = 500;
const RETRY_AFTER = 2_000;

/** A form of each mode. */
export type Forms = Readonly<Record<Mode, string>>;

const MODES: readonly Mode[] = ['email', 'webhook', 'both'];

/** A form of each mode, all of one inbox. */
export async function openForms(faulty: FaultyProcess, receiver: WebhookReceiver): Promise<Forms> {
  const withCalls = (mode: Mode) =>
    faulty.openForm(undefined, { mode, webhook: { url: receiver.url } });
  const email = await faulty.openForm();
  return { email, webhook: await withCalls('webhook'), both: await withCalls('both') };
}

/**
 * Visitors who come in bursts, to each form in turn, every other one with an Idempotency-Key: they
 * repeat what was accepted, and try again what was not. Stopping waits for all answers.
 */
export function startVisitors(
  { smtp, ask }: FaultyProcess,
  receiver: WebhookReceiver,
  forms: Forms,
  ledger: Ledger,
) {
  const submissions = new Set<Promise<void>>();
  const takeArrivals = () => {
    smtp.messages.length = 0;
    ledger.arrive(smtp.taken.splice(0));
    ledger.call(receiver.calls.splice(0));
  };

  async function send(number: number, mode: Mode, key?: string) {
    const headers = { ...(key !== undefined && { 'idempotency-key': key }) };
    const body = new URLSearchParams({ message: markOf(number) });
    const answer = await ask('POST', `/f/${forms[mode]}`, { headers, body });
    takeArrivals();
    return answer;
  }

  async function submit(mode: Mode, hasKey: boolean): Promise<void> {
    const number = ledger.begin(mode);
    const key = hasKey ? `key of ${number}` : undefined;
    const ending = ledger.end(number, await send(number, mode, key));
    if (key === undefined) return;
    if (ending === 'accepted') return ledger.endReplay(number, await send(number, mode, key));
    await wait(RETRY_AFTER);
    ledger.beginAgain();
    ledger.end(number, await send(number, mode, key));
  }

  let turn = 0;
  const timer = setInterval(() => {
    for (let visitor = 0; visitor < BURST; visitor += 1) {
      turn += 1;
      const mode = MODES[turn % MODES.length] ?? 'email';
      const submission = submit(mode, turn % 2 === 0).finally(() => submissions.delete(submission));
      submissions.add(submission);
    }
  }, BURST_EVERY);
  return async () => {
    clearInterval(timer);
    await Promise.all(submissions);
    takeArrivals();
  };
}
