import type { Log } from '../platform/log/log.ts';
import { EXIT, type CommandContext } from '../cli/command.ts';

/** Milliseconds that everything under way has to finish after a signal to stop. */
export const STOP_DEADLINE = 25_000;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Milliseconds within which npm forwards a signal that was sent to both processes. */
const HANDED_ON = 1_000;

/** npm scripts whose process ends with npm; others may start a service that is to keep running. */
const ENDS_WITH_NPM: ReadonlySet<string | undefined> = new Set(['start', 'npx']);

/** Milliseconds between two checks that the parent process is alive. */
const PARENT_CHECK = 500;

/** Calls `left` once when the process that started this one has ended. */
function watchParent(left: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    left();
  }, PARENT_CHECK);
  timer.unref();
}

/**
 * At the first signal runs `stop` and exits with 0; at a second one, or when the deadline passes,
 * exits with 1. Under `npm start` and npx it also stops when they end.
 */
export function stopOnSignals(
  { npmScript }: Pick<CommandContext, 'npmScript'>,
  stop: (reason: string) => Promise<void>,
): void {
  let stoppedAt: number | undefined = undefined;
  const end = () => process.exit(EXIT.fault);
  const begin = (reason: string) => {
    if (stoppedAt !== undefined) return;
    stoppedAt = performance.now();
    setTimeout(end, STOP_DEADLINE).unref();
    void stop(reason).then(() => process.exit(EXIT.ok));
  };
  const copies = npmScript === undefined ? 0 : HANDED_ON;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (stoppedAt !== undefined && performance.now() - stoppedAt >= copies) end();
      begin(signal);
    });
  }
  if (ENDS_WITH_NPM.has(npmScript)) watchParent(() => begin('parent_gone'));
}

/** Milliseconds after the service listens, when the first requests have been answered. */
const COLLECT_AFTER = 1_000;

/**
 * Frees what only the start needed: V8 collects nothing in an idle process. Needs `--expose-gc`,
 * which `npm start` gives (ADR 23).
 */
export function collectAfterStart(): void {
  const collect = globalThis.gc;
  if (!collect) return;
  setTimeout(() => {
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, COLLECT_AFTER).unref();
}

/** Ends the process with a log line on an uncaught fault. */
export function endOnFaults(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.crashed({ error });
    process.exit(EXIT.fault);
  });
}

/** Logs warnings of Node and of libraries, which Node would print as plain text. */
export function logWarnings(log: Log): void {
  process.removeAllListeners('warning').on('warning', (error) => log.nodeWarned({ error }));
}
