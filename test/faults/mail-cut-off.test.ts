import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { it } from 'node:test';
import type { Script } from '../support/scripted-smtp.ts';
import { outcomeOf, startFaultyMail, type FaultyMail } from './faulty-mail.ts';

/** Bytes between two positions far from either end of a message. */
const STRIDE = 97;

/** Bytes at either end of which every position counts. */
const BORDER = 12;

/** Says 354 and hangs up once it has read this many bytes of the message. */
const hangUpAfter =
  (bytes: number, end: (socket: Socket) => void) =>
  (socket: Socket): void => {
    let read = 0;
    socket.removeAllListeners('data');
    socket.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read >= bytes) end(socket);
    });
    socket.write('354 go on\r\n');
    if (bytes === 0) end(socket);
  };

/** How many bytes follow DATA for one message. */
async function lengthOfMessage({ smtp, send }: FaultyMail): Promise<number> {
  assert.equal((await send()).status, 200);
  return `${smtp.messages.at(-1)}.\r\n`.length;
}

function positionsIn(length: number): number[] {
  const all = Array.from({ length: length + 1 }, (_, position) => position);
  return all.filter(
    (position) => position <= BORDER || position >= length - BORDER || position % STRIDE === 0,
  );
}

const endings: [name: string, end: (socket: Socket) => void][] = [
  ['hangs up', (socket) => void socket.destroy()],
  ['resets', (socket) => void socket.resetAndDestroy()],
];
for (const [name, end] of endings)
  // Guarantee: A submission
  // a mail server that hangs up at any byte: never a 200, nothing counted, no second try
  it(`a mail server that ${name} at any byte: never a 200, nothing counted, no second try`, async (test) => {
    const mail = await startFaultyMail(test);
    const length = await lengthOfMessage(mail);
    for (const position of positionsIn(length)) {
      const sessions = mail.smtp.sessions();
      mail.smtp.script = { DATA: hangUpAfter(position, end) } satisfies Script;
      assert.match(outcomeOf(await mail.send()), /^503/, `at byte ${position}`);
      assert.ok(mail.smtp.sessions() <= sessions + 1, `at byte ${position}`);
    }
    await mail.settle();
  });

// Guarantee: A submission
it('a mail server that hangs up after the whole message: a doubtful answer', async (test) => {
  const mail = await startFaultyMail(test);
  mail.smtp.script = { message: (socket) => void socket.destroy() };
  assert.equal(outcomeOf(await mail.send()), '503 doubtful');
  await mail.settle();
});
