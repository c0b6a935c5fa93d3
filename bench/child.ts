import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** A process of the benchmark that answers one question at a time. */
interface Child {
  pid: number;
  ask(question: object): Promise<unknown>;
  stop(): Promise<void>;
}

/** The next message of a child; rejects when it ends without one. */
function nextMessage(child: ChildProcess, name: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onExit = (code: number | null) => reject(new Error(`${name} ended with ${code}.`));
  child.once('exit', onExit);
  child.once('message', (message) => {
    child.off('exit', onExit);
    resolve(message);
  });
  return promise;
}

/** Ends a process with SIGTERM and, where that takes more than 10 seconds, with SIGKILL. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => void child.once('exit', resolve));
  const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(impatience);
}

/** Starts a file of this folder as a process and resolves with its first message. */
export async function startChild(file: string, args: readonly string[]) {
  const child = fork(join(import.meta.dirname, file), args, { serialization: 'advanced' });
  const ready = await nextMessage(child, file);
  const handle: Child = {
    pid: child.pid ?? 0,
    ask(question) {
      const answer = nextMessage(child, file);
      child.send(question);
      return answer;
    },
    stop: () => endProcess(child),
  };
  return { child: handle, ready };
}

/** In a child: sends the answer to the last question. */
export function answerParent(answer: object): void {
  process.send?.(answer);
}

/** In a child: ends the process with the one that started it, however that one ended. */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit());
}
