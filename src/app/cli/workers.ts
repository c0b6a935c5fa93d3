import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../platform/log/log.ts';
import { EXIT } from './command.ts';
import type { Listening } from './greeting.ts';
import { converse, type Answer, type Ask } from './conversation.ts';
import { isMessage, type Question, type StopMessage } from './worker-messages.ts';

/** Milliseconds: whoever dies sooner than `settled` is replaced after pauses that double. */
const PACE = { settled: 10_000, firstPause: 500, longestPause: 30_000 };

/** How a worker ended: a code, or a signal. */
interface Exit {
  code: number | null;
  signal: string | null;
}

interface Member {
  worker: Worker;
  /** Settles when the worker listens; stays open when it ends before. */
  ready: Promise<Listening>;
  exited: Promise<Exit>;
  ask: Ask;
}

/** A signal from elsewhere, such as the kernel's for lack of memory, ended the first worker. */
class FirstWorkerLost extends Error {
  readonly code: string;

  constructor(signal: string) {
    super('the first worker was ended');
    this.code = signal;
  }
}

/** The processes that serve: started, replaced when they die, and stopped together. */
export class Workers {
  readonly #count: number;
  readonly #log: Log;
  readonly #answer: Answer;
  readonly #members = new Set<Member>();
  #environment: Record<string, string>;
  #port = '';
  #stopping = false;

  /** `answer` is for what workers ask the primary. */
  constructor(count: number, log: Log, answer: Answer) {
    this.#count = count;
    this.#log = log;
    this.#answer = answer;
    // A worker counts its processors anew; the number is settled here.
    this.#environment = { WORKERS: String(count) };
  }

  /**
   * Starts one worker and, when that listens, the others. Resolves with where it listens, or with
   * the exit code of a first worker that could not start.
   */
  async start(): Promise<Listening | number> {
    const first = this.#fork();
    const outcome = await Promise.race([first.ready, first.exited]);
    if ('code' in outcome) {
      if (outcome.signal !== null && !this.#stopping) throw new FirstWorkerLost(outcome.signal);
      return outcome.code ?? EXIT.ok;
    }
    this.#port = String(outcome.address.port);
    void this.#keep(first);
    for (let more = 1; more < this.#count && !this.#stopping; more += 1) {
      void this.#keep(this.#fork());
    }
    return outcome;
  }

  /** The answers of all workers by their ids, without those that end or do not answer in time. */
  async askAll(question: Question): Promise<ReadonlyMap<number, unknown>> {
    const answers = new Map<number, unknown>();
    const members = [...this.#members];
    const asked = members.map(async ({ worker, ask, exited }) => {
      const answer = await Promise.race([ask(question), exited.then(() => undefined)]);
      if (answer !== undefined) answers.set(worker.id, answer);
    });
    await Promise.all(asked);
    for (const member of members) {
      if (!this.#members.has(member)) answers.delete(member.worker.id);
    }
    return answers;
  }

  /**
   * Lets every worker finish what is under way, and hands connections out for as many more
   * milliseconds; resolves with whether all of them could.
   */
  async stop(accepting: number): Promise<boolean> {
    this.#stopping = true;
    const stop: StopMessage = { letterslot: 'stop' };
    const exits = [...this.#members].map(async ({ worker, ready, exited }) => {
      let listened = false;
      void ready.then(() => (listened = true));
      worker.send(stop, () => undefined);
      if (accepting > 0) await wait(accepting);
      // Takes the worker out of the hand-out first, so that no connection waits for it.
      worker.disconnect();
      const { code } = await exited;
      return code === EXIT.ok || !listened;
    });
    return (await Promise.all(exits)).every(Boolean);
  }

  /** Ends every worker at once. */
  kill(): void {
    for (const { worker } of this.#members) worker.process.kill('SIGKILL');
  }

  #fork(): Member {
    // Their port was the kernel's choice where PORT is 0, and nobody holds it any more.
    if (this.#port && this.#members.size === 0) this.#environment['PORT'] = this.#port;
    const worker = cluster.fork(this.#environment);
    const { promise: ready, resolve: becomeReady } = Promise.withResolvers<Listening>();
    const { promise: exited, resolve: end } = Promise.withResolvers<Exit>();
    const ask = converse(worker, this.#answer);
    const member: Member = { worker, ready, exited, ask };
    const leave = (exit: Exit) => {
      this.#members.delete(member);
      end(exit);
    };
    this.#members.add(member);
    worker.on('message', (received) => {
      if (!isMessage(received, 'ready')) return;
      this.#log.workerStarted({ pid: worker.process.pid });
      becomeReady(received.listening);
    });
    worker.on('exit', (code: number | null, signal: string | null) => leave({ code, signal }));
    // No process could be made: then there is no exit either.
    worker.on('error', () => leave({ code: EXIT.fault, signal: null }));
    return member;
  }

  /** Puts another worker in the place of one that died, for as long as the service runs. */
  async #keep(first: Member): Promise<void> {
    let pause = 0;
    for (let member = first; ; member = this.#fork()) {
      const began = performance.now();
      const { code, signal } = await member.exited;
      const lived = performance.now() - began;
      if (this.#stopping) return;
      const next = Math.min(Math.max(pause * 2, PACE.firstPause), PACE.longestPause);
      pause = lived < PACE.settled ? next : 0;
      const { pid } = member.worker.process;
      this.#log.workerReplaced({ pid, exitCode: code, signal, pauseMs: pause });
      await wait(pause);
      if (this.#stopping) return;
    }
  }
}
