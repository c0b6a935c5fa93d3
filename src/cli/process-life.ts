import type { Log } from '../log.ts';
import { EXIT } from './command.ts';

/** Milliseconds for what is under way when the process is told to stop. */
export const STOP_DEADLINE = 25_000;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * At the first signal runs `stop` and exits with its code; at a second one, or when the deadline
 * passes, runs `abandon` and exits with 1.
 */
export function stopOnSignals(
  stop: (signal: string) => Promise<number>,
  abandon: () => void = () => undefined,
): void {
  let stopping = false;
  const end = () => {
    abandon();
    process.exit(EXIT.fault);
  };
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (stopping) end();
      stopping = true;
      setTimeout(end, STOP_DEADLINE).unref();
      void stop(signal).then((exitCode) => process.exit(exitCode));
    });
  }
}

/** Leaves signals to the primary, which hears them too when they are sent to all processes. */
export function ignoreSignals(): void {
  for (const signal of SIGNALS) process.on(signal, () => undefined);
}

/** A fault nobody caught ends the process with a log line. */
export function endOnFaults(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.crashed(error);
    process.exit(EXIT.fault);
  });
}
