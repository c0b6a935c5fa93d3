import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createService, type Service } from './service.ts';
import { readSettings, SettingsError, type Settings } from './settings.ts';
import { readSourceCommit } from './source-commit.ts';
import { StoreError } from './stores/store.ts';

/** sysexits.h, EX_CONFIG: the configuration has to change before a start makes sense. */
const EXIT_CONFIG = 78;

/** A fault of the service, or a stop that could not wait. */
const EXIT_FAULT = 1;

/** Addresses that stand for all of the machine's. */
const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Milliseconds for what is under way when the service is told to stop. */
const STOP_DEADLINE = 25_000;

const ROOT = join(import.meta.dirname, '..');

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
};

function fail(lines: readonly string[], exitCode: number): never {
  process.stderr.write(lines.map((line) => `letterslot: ${line}\n`).join(''));
  process.exit(exitCode);
}

/** System calls that fail when HOST or PORT is not one of this machine's that is free. */
const LISTEN_CALLS: ReadonlySet<string> = new Set(['listen', 'bind', 'getaddrinfo']);

/** Says in one sentence why there is no start, and ends the process. */
function refuse(error: unknown): never {
  if (error instanceof SettingsError) fail(error.faults, EXIT_CONFIG);
  if (error instanceof StoreError) fail([error.message], EXIT_CONFIG);
  const { code, syscall, path, name } = (error ?? {}) as NodeJS.ErrnoException;
  const what = code ?? name ?? typeof error;
  if (syscall && LISTEN_CALLS.has(syscall)) {
    fail([`PORT and HOST cannot be listened on (${what}); choose others.`], EXIT_CONFIG);
  }
  const where = syscall ? ` in ${[syscall, path].filter(Boolean).join(' ')}` : '';
  fail([`The start failed unexpectedly (${what}${where}).`], EXIT_FAULT);
}

async function start(): Promise<{ service: Service; settings: Settings; url: string }> {
  try {
    const settings = readSettings(process.env, (path) => readFileSync(path, 'utf8'));
    settings.SOURCE_COMMIT ??= readSourceCommit(ROOT);
    const service = await createService(settings);
    return { service, settings, url: await service.listen() };
  } catch (error) {
    return refuse(error);
  }
}

/** Where the service listens, as this machine opens it. */
function localUrl(service: Service): string {
  const { address, family, port } = service.app.server.address() as AddressInfo;
  if (ANY_ADDRESS.has(address) || address === '127.0.0.1') return `http://localhost:${port}`;
  const host = family === 'IPv6' ? `[${address.replace('%', '%25')}]` : address;
  return `http://${host}:${port}`;
}

/** Where the service listens, and what it calls itself where that is something else. */
function describePlace({ app }: Service, local: string, url: string): string {
  const { address } = app.server.address() as AddressInfo;
  const everywhere = ANY_ADDRESS.has(address) ? ' and every address of this machine' : '';
  return `${local}${everywhere}${url === local ? '' : `, known as ${url}`}`;
}

function greet(service: Service, settings: Settings, url: string): void {
  const local = localUrl(service);
  // Some shells take bare brackets for a pattern.
  const target = local.includes('[') ? `'${local}/v1/routes'` : `${local}/v1/routes`;
  const create =
    `curl -X POST ${target} -H 'Content-Type: application/json' ` +
    `-d '{"email":"you@example.com","alias":"Contact form"}'`;
  const hint = settings.SMTP_URL ? '' : ' (set SMTP_URL and MAIL_FROM to send for real)';
  process.stdout.write(
    `Letterslot ${version} on Node.js ${process.version}: form endpoints that deliver to a confirmed inbox\n` +
      `Listening on ${describePlace(service, local, url)}\n` +
      `Mail goes to ${service.mail}${hint}\n` +
      `Data lies in ${settings.DATABASE_URL}; nothing of a submission is ever stored\n` +
      `Try: ${create}\n`,
  );
}

function stopOnSignals({ log, close }: Service): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(EXIT_FAULT);
    stopping = true;
    log.stopping(signal);
    setTimeout(() => process.exit(EXIT_FAULT), STOP_DEADLINE).unref();
    await close();
    log.stopped();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
}

const { service, settings, url } = await start();
// A reader of our output that went away must not take the service with it.
process.stdout.on('error', () => undefined);
process.on('uncaughtException', (error) => {
  service.log.crashed(error);
  process.exit(EXIT_FAULT);
});
stopOnSignals(service);
greet(service, settings, url);
