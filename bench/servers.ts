import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endProcess, startChild } from './child.ts';
import type { SinkCounts, SinkDelays, SinkQuestion } from './sink.ts';
import { freePort } from '../test/support/free-port.ts';
import { START_FLAGS } from '../test/support/start-flags.ts';

/** Where a server takes submissions and which fields it wants. */
export interface FormShape {
  /** With `{id}` for the form. */
  path: string;
  /** `MARK` in one of them stands for the canary of a submission. */
  fields: Readonly<Record<string, string>>;
}

/** A server that is measured: any that takes forms and mails to the sink. */
export interface Server {
  name: string;
  url: URL;
  /** Where and what it expects to be posted; undefined means as with the service. */
  form?: FormShape;
  /** Undefined when its memory and processor time cannot be read. */
  pid: number | undefined;
  ids: readonly string[];
  stop(): Promise<void>;
}

export interface Sink {
  port: number;
  pid: number;
  begin(run: string, delays: SinkDelays): Promise<void>;
  count(whole: boolean): Promise<SinkCounts>;
  stop(): Promise<void>;
}

const ENTRY = join(import.meta.dirname, '..', 'bin', 'letterslot.js');
const LEASH = join(import.meta.dirname, 'leash.js');

/** Milliseconds for the service to answer after it was started, and between two looks. */
const START = { patience: 30_000, interval: 2 };

/** Port 0 takes a free one. */
export async function startSink(port: number): Promise<Sink> {
  const { child, ready } = await startChild('sink.ts', [String(port)]);
  const ask = (question: SinkQuestion) => child.ask(question) as Promise<SinkCounts>;
  return {
    port: (ready as { port: number }).port,
    pid: child.pid,
    begin: async (run, delays) => void (await ask({ ask: 'begin', run, delays })),
    count: (whole) => ask({ ask: 'count', whole }),
    stop: child.stop,
  };
}

export async function startBaseline(
  folder: string,
  { ids, idsFile }: { ids: readonly string[]; idsFile: string },
  { port, connections }: { port: number; connections: number },
): Promise<Server> {
  const { child, ready } = await startChild('baseline-server.ts', [
    join(folder, 'baseline.db'),
    idsFile,
    String(port),
    String(connections),
  ]);
  const url = new URL(`http://127.0.0.1:${(ready as { port: number }).port}`);
  return { name: 'baseline', url, pid: child.pid, ids, stop: child.stop };
}

/** The settings of a service whose mail goes to the sink and that no limit of a measurement stops. */
export function serviceEnv(smtpPort: number, connections: number): Record<string, string> {
  return {
    NODE_ENV: 'production',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    SMTP_CONNECTIONS: String(connections),
    MAIL_FROM: 'Forms <forms@letterslot.example>',
    MONTHLY_LIMIT: '1000000000',
    SUBMIT_RATE_PER_MINUTE: '1000000/1000000',
    CREATE_RATE_PER_MINUTE: '1000000',
    METRICS_TOKEN: randomBytes(32).toString('hex'),
  };
}

/** Starts the service as an operator does, its log in a file, and waits for its first 200. */
export async function startService(
  folder: string,
  env: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<Server> {
  const port = String(await freePort());
  const url = new URL(`http://127.0.0.1:${port}`);
  const logFile = join(folder, 'service.log');
  const log = openSync(logFile, 'w');
  const child = spawn(
    process.execPath,
    [...START_FLAGS, ...nodeOptions, '--import', LEASH, ENTRY],
    {
      env: { PATH: process.env['PATH'] ?? '', PORT: port, PUBLIC_URL: url.origin, ...env },
      stdio: ['ignore', log, log, 'ipc'],
    },
  );
  const deadline = performance.now() + START.patience;
  const answers = () =>
    fetch(new URL('/health', url)).then(
      async (response) => (await response.text()) !== '' && response.ok,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The service did not start:\n${readFileSync(logFile, 'utf8')}`);
    }
    await wait(START.interval);
  }
  return { name: 'letterslot', url, pid: child.pid, ids: [], stop: () => endProcess(child) };
}
