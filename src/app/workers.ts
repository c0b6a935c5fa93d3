import type { Serializable } from 'node:child_process';
import cluster, { type Worker } from 'node:cluster';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../platform/log/log.ts';
import { isObject } from '../platform/text/json.ts';
import { EXIT } from '../cli/operator/command.ts';
import type { Listening } from './start-service.ts';
import {
  createAsk,
  isMessage,
  tell,
  type Answer,
  type Ask,
  type Question,
} from './worker-channel.ts';

/** Restart back-off in milliseconds: the pause doubles while workers die within `soon`. */
const BACKOFF = { soon: 10_000, firstPause: 500, longestPause: 30_000 };

/** Milliseconds that workers get, when the service stops, to take the connections that wait. */
const HAND_OUT = 2_000;
/** Rounds of questions without a new connection, after which no connection waits. */
const QUIET_ROUNDS = 2;

interface Exit {
  code: number | null;
  signal: string | null;
}

interface Member {
  worker: Worker;
  /** Resolves when the worker listens; never, if it ends before that. */
  ready: Promise<Listening>;
  exited: Promise<Exit>;
  ask: Ask;
}

interface Handle {
  close(): void;
}

const isHandle = (sent: unknown): sent is Handle => isObject(sent) && 'close' in sent;

/**
 * Closes the connection that was on its way to a worker when it died: node:cluster sends them one at a
 * time and would keep this one open without an end, and its visitor waiting. Calls `onHandOut` for each.
 */
function closeUndelivered({ process: worker }: Worker, onHandOut: () => void): void {
  let last: Handle | undefined;
  const { send } = worker;
  worker.send = (message: Serializable, ...sent: unknown[]) => {
    if (isHandle(sent[0])) {
      [last] = sent;
      onHandOut();
    }
    return Reflect.apply(send, worker, [message, ...sent]) as boolean;
  };
  // Closing it again does nothing if the worker has taken it.
  worker.on('exit', () => last?.close());
}

/** The processes that serve: started, replaced when they die, and stopped together. */
export class Workers {
  readonly #count: number;
  readonly #log: Log;
  readonly #answer: Answer;
  readonly #members = new Set<Member>();
  #environment: Record<string, string>;
  #port = '';
  #handedOut = 0;
  #stopping = false;

  /** `environment` is added to the primary's for each worker; `answer` answers their questions. */
  constructor(count: number, environment: Record<string, string>, log: Log, answer: Answer) {
    this.#count = count;
    this.#log = log;
    this.#answer = answer;
    this.#environment = environment;
  }

  /**
   * Starts one worker and, once it listens, the others. Resolves with its address, or with the
   * exit code of a first worker that could not start.
   */
  async start(): Promise<Listening | number> {
    const first = this.#fork();
    const outcome = await Promise.race([first.ready, first.exited]);
    if ('code' in outcome) {
      const { signal } = outcome;
      // For example by the kernel, for lack of memory.
      if (signal !== null && !this.#stopping) {
        throw Object.assign(new Error('the first worker was killed'), { code: signal });
      }
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
    const asked = [...this.#members].map(async (member) => ({
      member,
      answer: await member.ask(question),
    }));
    const heard = (await Promise.all(asked)).filter(
      ({ member, answer }) => answer !== undefined && this.#members.has(member),
    );
    return new Map(heard.map(({ member, answer }) => [member.worker.id, answer]));
  }

  /**
   * Lets every worker finish what is under way, and still hands out connections for `accepting`
   * milliseconds; resolves with whether all of them finished.
   */
  async stop(accepting: number): Promise<boolean> {
    this.#stopping = true;
    const handedOut =
      accepting > 0 ? wait(accepting).then(() => this.#handOutWaiting()) : undefined;
    const exits = [...this.#members].map(async ({ worker, ready, exited }) => {
      let listened = false;
      void ready.then(() => (listened = true));
      tell(worker, { letterslot: 'stop' });
      await handedOut;
      // No connection is handed to this worker from now on; it closes what it has.
      tell(worker, { letterslot: 'last' });
      worker.disconnect();
      const { code } = await exited;
      return code === EXIT.ok || !listened;
    });
    return (await Promise.all(exits)).every(Boolean);
  }

  /**
   * Resolves when the workers have every connection that the operating system or node:cluster holds, which
   * are reset otherwise: what a worker was given before it answers, it has accepted.
   */
  async #handOutWaiting(): Promise<void> {
    const end = performance.now() + HAND_OUT;
    let before = -1;
    for (let quiet = 0; quiet < QUIET_ROUNDS && performance.now() < end;) {
      await turn();
      await this.askAll('readiness');
      quiet = this.#handedOut === before ? quiet + 1 : 0;
      before = this.#handedOut;
    }
  }

  kill(): void {
    for (const { worker } of this.#members) worker.process.kill('SIGKILL');
  }

  #fork(): Member {
    // With PORT=0 the kernel chose the port, and no worker keeps it open now.
    if (this.#port && this.#members.size === 0) this.#environment['PORT'] = this.#port;
    const worker = cluster.fork(this.#environment);
    const { promise: ready, resolve: becomeReady } = Promise.withResolvers<Listening>();
    const { promise: exited, resolve: end } = Promise.withResolvers<Exit>();
    const ask = createAsk(worker, this.#answer);
    const member: Member = { worker, ready, exited, ask };
    closeUndelivered(worker, () => (this.#handedOut += 1));
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
    // No process was created, so no exit event follows.
    worker.on('error', () => leave({ code: EXIT.fault, signal: null }));
    return member;
  }

  /** Replaces a worker whenever it dies, until the service stops. */
  async #keep(first: Member): Promise<void> {
    let pause = 0;
    for (let member = first; ; member = this.#fork()) {
      const began = performance.now();
      const { code, signal } = await member.exited;
      const lived = performance.now() - began;
      if (this.#stopping) return;
      const next = Math.min(Math.max(pause * 2, BACKOFF.firstPause), BACKOFF.longestPause);
      pause = lived < BACKOFF.soon ? next : 0;
      const { pid } = member.worker.process;
      this.#log.workerReplaced({ pid, exitCode: code, signal, pauseMs: pause });
      await wait(pause);
      if (this.#stopping) return;
    }
  }
}
