import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { it } from 'node:test';
import fc from 'fast-check';
import { SmtpPool } from '../../src/delivery/smtp/pool.ts';
import { MailFailure } from '../../src/mail/mailer.ts';
import { hangUp, PIPELINING, startScriptedSmtp, type Script } from '../support/scripted-smtp.ts';
import { ENVELOPE } from './start-pool.ts';

const MESSAGES = 12;

/** What a server may do at one step. */
const ACTS = {
  usual: undefined,
  'refuses for now': '451 later',
  'refuses for good': '550 no',
  'hangs up': hangUp,
  'closes with 421': (socket: Socket) => void socket.end('421 closing\r\n'),
  'says nothing to it': () => undefined,
  'says nothing any more': (socket: Socket) => socket.cork(),
  'takes it and leaves': (socket: Socket) => void socket.end('250 fine\r\n'),
  'talks nonsense': (socket: Socket) => void socket.write('what?\r\n'),
} as const;

type Act = keyof typeof ACTS;

type Row = Record<'MAIL' | 'RCPT' | 'message', Act>;

const act = fc.constantFrom<Act>('usual', 'usual', 'usual', ...(Object.keys(ACTS) as Act[]));
const row: fc.Arbitrary<Row> = fc.record({ MAIL: act, RCPT: act, message: act });

/** The acts that take a message. */
const TAKING: ReadonlySet<Act> = new Set(['usual', 'takes it and leaves']);

/** Says nothing to a message, 250 to the next MAIL, then leaves: that looks like acceptance. */
const LEAVING: ReadonlySet<Act> = new Set(['hangs up', 'closes with 421', 'takes it and leaves']);

/** A server that plays one row of acts for each message in order, and records which it accepted. */
async function startServer(rows: readonly Row[]) {
  const taken: string[] = [];
  const unanswered = new WeakSet<Socket>();
  const at = { MAIL: 0, RCPT: 0, message: 0 };
  const play = (moment: keyof Row, usual: string) => (socket: Socket) => {
    const planned = rows[at[moment]++ % rows.length]?.[moment] ?? 'usual';
    const played = unanswered.has(socket) && LEAVING.has(planned) ? 'usual' : planned;
    const chosen = ACTS[played];
    if (moment === 'message' && played.startsWith('says nothing')) unanswered.add(socket);
    if (moment === 'message' && TAKING.has(played)) taken.push(smtp.messages.at(-1) ?? '');
    if (typeof chosen === 'function') chosen(socket);
    else socket.write(`${chosen ?? usual}\r\n`);
  };
  const script: Script = {
    ...PIPELINING,
    MAIL: play('MAIL', '250 sender fine'),
    RCPT: play('RCPT', '250 recipient fine'),
    message: play('message', '250 taken'),
  };
  const smtp = await startScriptedSmtp(script);
  return { smtp, taken };
}

const outcomeOf = (error: unknown) => {
  assert.ok(error instanceof MailFailure, String(error));
  return error.kind;
};

const countOf = (list: readonly string[], one: string) =>
  list.filter((each) => each === one).length;

it('a pipelined message marked sent was taken once, and a refused one never', async () => {
  const rows = fc.array(row, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 3 }), async (plan, connections) => {
      const { smtp, taken } = await startServer(plan);
      const pool = new SmtpPool(smtp.server, { connections, deadline: 150 });
      try {
        const messages = Array.from({ length: MESSAGES }, (_, index) => `a: ${index}\r\n\r\nb\r\n`);
        const outcomes = await Promise.all(
          messages.map((message) =>
            pool.send(() => ({ envelope: ENVELOPE, message })).then(() => 'sent', outcomeOf),
          ),
        );
        for (const [index, message] of messages.entries()) {
          const [outcome, times] = [outcomes[index], countOf(taken, message)];
          assert.ok(countOf(smtp.messages, message) <= 1, `${index} came twice`);
          if (outcome === 'sent') assert.equal(times, 1, `${index} was not taken`);
          if (outcome === 'refused') assert.equal(times, 0, `${index} was taken`);
        }
      } finally {
        await pool.close();
        await smtp.close();
      }
    }),
    { numRuns: 60 },
  );
});
