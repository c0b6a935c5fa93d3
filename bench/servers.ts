import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endProcess, startChild } from './child.ts';
import type { SinkCounts, SinkDelays, SinkQuestion } from './sink.ts';
import { reservePort } from '../test/support/own-port.ts';
import { startFlagsOf, startVariablesOf } from '../test/support/start-flags.ts';
import type { ProbeQuestion, Stalls } from './probe.ts';

/** Where a server takes submissions and which fields it wants. */
export interface FormShape {
  /** With `{id}` for the form. */
  path: string;
  /** `MARK` in one of them stands for the canary of a submission. */
  fields: Readonly<Record<string, string>>;
}

/** The mails and webhooks that each submission causes. */
export interface Sends {
  each: number;
  /** They are encrypted, so that they can only be counted. */
  sealed?: true;
}

/** A route as its owner asks for it. */
export interface OwnedRoute {
  formId: string;
  managementToken: string;
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
  /** Other mails and webhooks of a submission to its forms than one mail. */
  sends?: Sends;
  /** Those that can be polled. */
  routes?: readonly OwnedRoute[];
  stop(): Promise<void>;
}

export interface Sink {
  port: number;
  /** Of its https server for webhooks. */
  hookPort: number;
  pid: number;
  begin(run: string, delays: SinkDelays): Promise<void>;
  count(whole: boolean): Promise<SinkCounts>;
  stop(): Promise<void>;
}

/** Looks for moments at which a server answers nothing at all. */
export interface Probe {
  begin(url: URL): Promise<void>;
  end(): Promise<Stalls>;
  stop(): Promise<void>;
}

/** The checkout that this file is in. */
export const OWN_CHECKOUT = join(import.meta.dirname, '..');
const LEASH = join(import.meta.dirname, 'leash.js');

/** Milliseconds for the service to answer after it was started, and between two looks. */
const START = { patience: 30_000, interval: 2 };

/** Port 0 takes a free one. */
export async function startSink(port: number): Promise<Sink> {
  const { child, ready } = await startChild('sink.ts', [String(port)]);
  const ask = (question: SinkQuestion) => child.ask(question) as Promise<SinkCounts>;
  return {
    ...(ready as { port: number; hookPort: number }),
    pid: child.pid,
    begin: async (run, delays) => void (await ask({ ask: 'begin', run, delays })),
    count: (whole) => ask({ ask: 'count', whole }),
    stop: child.stop,
  };
}

export async function startProbe(): Promise<Probe> {
  const { child } = await startChild('probe.ts', []);
  const ask = (question: ProbeQuestion) => child.ask(question) as Promise<Stalls>;
  return {
    begin: async ({ href }) => void (await ask({ ask: 'begin', url: href })),
    end: () => ask({ ask: 'end' }),
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

/** The floor takes every submission, whatever its form. */
export async function startFloor(
  folder: string,
  ids: readonly string[],
  { port, connections }: { port: number; connections: number },
): Promise<Server> {
  const args = [join(folder, 'floor-counts'), String(port), String(connections)];
  const { child, ready } = await startChild('floor-server.ts', args);
  const url = new URL(`http://127.0.0.1:${(ready as { port: number }).port}`);
  return { name: 'floor', url, pid: child.pid, ids, stop: child.stop };
}

/** Settings of a service that mails to the sink and has no limits that disturb a measurement. */
export function serviceEnv(smtpPort: number, connections: number): Record<string, string> {
  return {
    NODE_ENV: 'production',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    SMTP_CONNECTIONS: String(connections),
    MAIL_FROM: 'Forms <forms@letterslot.example>',
    MONTHLY_LIMIT: '1000000000',
    SUBMIT_RATE_PER_MINUTE: '1000000/1000000',
    CREATE_RATE_PER_MINUTE: '1000000',
    CLIENT_RATE_PER_MINUTE: '1000000',
    FORMS_PER_INBOX: '0',
    METRICS_TOKEN: randomBytes(32).toString('hex'),
  };
}

interface ServiceOptions {
  name?: string;
  /** Another checkout of the program, with its node_modules. */
  checkout?: string;
  /** Another program than the service. */
  entry?: string;
  /** Options of Node beside those of `npm start`. */
  nodeOptions?: readonly string[];
}

/** Starts the service as an operator does, its log in a file, and waits for its first 200. */
export async function startService(
  folder: string,
  env: Record<string, string>,
  {
    name = 'letterslot',
    checkout = OWN_CHECKOUT,
    entry = join(checkout, 'bin', 'letterslot.js'),
    nodeOptions = [],
  }: ServiceOptions = {},
): Promise<Server> {
  const port = String(await reservePort());
  const url = new URL(`http://127.0.0.1:${port}`);
  const logFile = join(folder, `${name}.log`);
  const log = openSync(logFile, 'w');
  const child = spawn(
    process.execPath,
    [...startFlagsOf(checkout), ...nodeOptions, '--import', LEASH, entry],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        PORT: port,
        PUBLIC_URL: url.origin,
        ...startVariablesOf(checkout),
        ...env,
      },
      stdio: ['ignore', log, log, 'ipc'],
    },
  );
  closeSync(log);
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
  return { name, url, pid: child.pid, ids: [], stop: () => endProcess(child) };
}
