import { spawn } from 'node:child_process';
import { ENTRY } from './service-process.ts';

/** What is typed, at once or when something else has happened. */
type Answer = string | (() => Promise<string>);

type Answers = readonly (readonly [question: string, answer: Answer])[];

/** Runs a command of this program on a terminal of its own. */
export const onTerminal = (
  args: readonly string[],
  env: Record<string, string> = {},
  answers: Answers = [],
  cwd = process.cwd(),
): Promise<{ code: number | null; screen: string }> =>
  typeOn(`exec ${[process.execPath, ENTRY, ...args].map((word) => `'${word}'`).join(' ')}`, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    answers,
    cwd,
  });

/** Runs a command line on a terminal, and types each answer when its question is there. */
export function typeOn(
  command: string,
  { env, answers, cwd }: { env: Record<string, string>; answers: Answers; cwd: string },
): Promise<{ code: number | null; screen: string }> {
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { TERM: 'xterm-256color', ...env },
    timeout: 60_000,
    cwd,
  });
  let [screen, read] = ['', 0];
  const left = [...answers];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    const [question, answer] = left[0] ?? [];
    const at = question === undefined ? -1 : screen.indexOf(question, read);
    if (at === -1) return;
    read = at + 1;
    left.shift();
    void Promise.resolve(typeof answer === 'function' ? answer() : answer).then((typed) =>
      child.stdin.write(typed ?? ''),
    );
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, screen }));
  });
}
