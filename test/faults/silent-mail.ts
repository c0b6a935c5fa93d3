import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULTS, type SmtpOptions } from '../../src/delivery/smtp/smtp-options.ts';
import type { Owner } from '../support/owner.ts';
import { startScriptedSmtp, staySilent, type Script } from '../support/scripted-smtp.ts';
import { startService, tokenIn, type TestService } from '../support/service.ts';
import PostalMime from 'postal-mime';

/** A mail server that can fall silent. */
export interface SilentMail {
  url: string;
  silence(): void;
  speak(): void;
  /** The messages that it has, whatever it has answered. */
  messages(): Promise<readonly string[]>;
}

const NOTHING: Script = Object.fromEntries(
  ['connect', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'message', 'RSET', 'NOOP'].map((moment) => [
    moment,
    staySilent,
  ]),
);

/** Goes silent at these moments. Their connections stay silent; later ones are served. */
export async function startScripted(test: Owner, silent = NOTHING): Promise<SilentMail> {
  const smtp = await startScriptedSmtp();
  test.after(() => smtp.close());
  return {
    url: `smtp://127.0.0.1:${smtp.server.port}`,
    silence: () => void (smtp.script = silent),
    speak: () => void (smtp.script = {}),
    messages: async () => smtp.messages,
  };
}

/** A stopped process: its system accepts a few connections and drops others silently. */
export async function startFrozen(test: Owner): Promise<SilentMail> {
  const child = fork(join(import.meta.dirname, 'mail-process.ts'));
  test.after(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `smtp://127.0.0.1:${port}`,
    silence: () => void child.kill('SIGSTOP'),
    speak: () => void child.kill('SIGCONT'),
    async messages() {
      child.send('messages');
      const [messages] = (await once(child, 'message')) as [string[]];
      return messages;
    },
  };
}

/** All times of sessions, so many times as short. */
const shortened = (factor: number): Partial<SmtpOptions> =>
  Object.fromEntries(
    (['deadline', 'idle', 'opening', 'proof', 'retry', 'probe', 'pause', 'hurry'] as const).map(
      (name) => [name, DEFAULTS[name] / factor],
    ),
  );

interface Visit {
  id: string;
  /** Milliseconds since the silence began, and until the answer. */
  at: number;
  waited: number;
  status: number;
  isDoubtful: boolean;
  retryAfter: string | null;
}

const idsIn = (text: string) => /visit-\d+-visit/.exec(text)?.[0] ?? '';

async function openForm(service: TestService, mail: SilentMail): Promise<string> {
  const created = await service.create();
  const [message = ''] = (await mail.messages()).slice(-1);
  const token = tokenIn({ email: await PostalMime.parse(message) });
  assert.equal((await service.confirm(token)).status, 200);
  return String(created.json.form_id);
}

/** Submits `perSecond` for so many milliseconds of silence, and some before and after it. */
export async function visitSilence(
  test: Owner,
  mail: SilentMail,
  { factor, perSecond, silence }: { factor: number; perSecond: number; silence: number },
) {
  const service = await startService(
    test,
    { SMTP_URL: mail.url, MONTHLY_LIMIT: '100000' },
    { smtp: shortened(factor) },
  );
  const formId = await openForm(service, mail);
  const visits: Promise<Visit>[] = [];
  let began = 0;
  async function visit(number: number): Promise<Visit> {
    const id = `visit-${number}-visit`;
    const sent = performance.now();
    const answer = await service.submit(formId, { message: id });
    const { status, headers, json } = answer;
    return {
      id,
      at: sent - began,
      waited: performance.now() - sent,
      status,
      isDoubtful: String(json.message).includes('may not have been delivered'),
      retryAfter: headers.get('retry-after'),
    };
  }
  let next = performance.now();
  async function keepVisiting(milliseconds: number) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end) {
      visits.push(visit(visits.length));
      next += 1_000 / perSecond;
      await wait(Math.max(0, next - performance.now()));
    }
  }
  const around = 10_000 / factor;
  await keepVisiting(around);
  began = performance.now();
  mail.silence();
  await keepVisiting(silence);
  const back = performance.now() - began;
  mail.speak();
  await keepVisiting(around);
  const all = await Promise.all(visits);
  // Counted from when it answered: the first one of those that were delivered after the silence.
  const delivered = all.filter(({ at, status }) => status === 200 && at > 0);
  const resumed = Math.min(
    ...delivered.map(({ at, waited }) => at + waited).filter((at) => at > back),
  );
  const arrived = (await mail.messages()).map(idsIn);
  return { service, visits: all, arrived, back, untilDelivered: resumed - back };
}

/** Lost: answered 200 without a mail. Doubled: two mails, or a mail after a plain refusal. */
export function judge(visits: readonly Visit[], arrived: readonly string[]) {
  const times = (id: string) => arrived.filter((one) => one === id).length;
  return {
    lost: visits.filter(({ id, status }) => status === 200 && times(id) === 0),
    doubled: visits.filter(({ id }) => times(id) > 1),
    untold: visits.filter(
      ({ id, status, isDoubtful }) => status !== 200 && !isDoubtful && times(id) > 0,
    ),
  };
}

export type Visits = readonly Visit[];

/** One line for each minute of a silence. */
export function tellMinutes(visits: Visits, minute: number): string[] {
  const byMinute = Map.groupBy(visits, ({ at }) => Math.floor(at / minute));
  return [...byMinute].map(([number, some]) => {
    const waits = some.map(({ waited }) => waited).sort((a, b) => a - b);
    const statuses = Map.groupBy(some, ({ status, isDoubtful }) =>
      isDoubtful ? `${status} doubtful` : String(status),
    );
    const told = [...statuses].map(([status, { length }]) => `${length} × ${status}`).join(', ');
    const [median, longest] = [waits[Math.floor(waits.length / 2)], waits.at(-1)];
    return `minute ${number}: p50 ${Math.round(median ?? 0)} ms, longest ${Math.round(longest ?? 0)} ms; ${told}`;
  });
}
