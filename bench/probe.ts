import { setTimeout as wait } from 'node:timers/promises';
import { answerParent, endWithParent } from './child.ts';
import { HttpConnection } from './http-connection.ts';

/** Questions to the probe; `begin` forgets what was seen before. */
export type ProbeQuestion = { ask: 'begin'; url: string } | { ask: 'end' };

export interface Stalls {
  /** Milliseconds of the slowest answer to a GET /health. */
  longest: number;
  /** Longest time in milliseconds that the machine did not run this otherwise idle process. */
  machine: number;
}

/** Milliseconds between an answer and the next question. */
const INTERVAL = 5;

const state = { asking: false, stalls: { longest: NaN, machine: NaN } satisfies Stalls };
let done = Promise.resolve();

async function askOnAndOn(url: URL): Promise<void> {
  const connection = new HttpConnection(url);
  const request = `GET /health HTTP/1.1\r\nhost: ${url.host}\r\n\r\n`;
  // The first answer waits for the connection.
  await connection.exchange(request);
  const stalls = (state.stalls = { longest: 0, machine: 0 });
  while (state.asking) {
    const start = performance.now();
    await wait(INTERVAL);
    const asked = performance.now();
    await connection.exchange(request);
    stalls.machine = Math.max(stalls.machine, asked - start - INTERVAL);
    stalls.longest = Math.max(stalls.longest, performance.now() - asked);
  }
  connection.close();
}

endWithParent();
process.on('message', (question: ProbeQuestion) => {
  state.asking = question.ask === 'begin';
  if (question.ask === 'begin') {
    done = askOnAndOn(new URL(question.url));
    answerParent({});
  } else {
    void done.then(() => answerParent(state.stalls));
  }
});
answerParent({});
