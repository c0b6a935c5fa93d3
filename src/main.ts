import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createService, type Service } from './service.ts';
import { readSettings, SettingsError, type Settings } from './settings.ts';
import { StoreError } from './stores/store.ts';

/** sysexits.h, EX_CONFIG: the configuration has to change before a start makes sense. */
const EXIT_CONFIG = 78;

/** Milliseconds for what is under way when the service is told to stop. */
const STOP_DEADLINE = 25_000;

const ROOT = join(import.meta.dirname, '..');

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
};

/** The commit of a git checkout, or undefined where this is none. */
function readSourceCommit(): string | undefined {
  const read = (...path: string[]) => readFileSync(join(ROOT, '.git', ...path), 'utf8').trim();
  try {
    const head = read('HEAD');
    return head.startsWith('ref: ') ? read(...head.slice(5).split('/')) : head;
  } catch {
    return undefined;
  }
}

function fail(lines: readonly string[], exitCode: number): never {
  process.stderr.write(lines.map((line) => `letterslot: ${line}\n`).join(''));
  process.exit(exitCode);
}

function refuse(error: unknown): never {
  if (error instanceof SettingsError) fail(error.faults, EXIT_CONFIG);
  if (error instanceof StoreError) fail([error.message], EXIT_CONFIG);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE' || code === 'EACCES') {
    fail([`PORT and HOST cannot be listened on (${code}); choose others.`], EXIT_CONFIG);
  }
  throw error;
}

async function start(): Promise<{ service: Service; settings: Settings; url: string }> {
  try {
    const settings = readSettings(process.env, (path) => readFileSync(path, 'utf8'));
    settings.SOURCE_COMMIT ??= readSourceCommit();
    const service = await createService(settings);
    return { service, settings, url: await service.listen() };
  } catch (error) {
    return refuse(error);
  }
}

function greet(service: Service, settings: Settings, url: string): void {
  const create =
    `curl -X POST ${url}/v1/routes -H 'Content-Type: application/json' ` +
    `-d '{"email":"you@example.com","alias":"Contact form"}'`;
  const hint = settings.SMTP_URL ? '' : ' (set SMTP_URL and MAIL_FROM to send for real)';
  process.stdout.write(
    `Letterslot ${version} on Node.js ${process.version}: form endpoints that deliver to a confirmed inbox\n` +
      `Listening at ${url}\n` +
      `Mail goes to ${service.mail}${hint}\n` +
      `Data lies in ${settings.DATABASE_URL}; nothing of a submission is ever stored\n` +
      `Try: ${create}\n`,
  );
}

function stopOnSignals({ log, close }: Service): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.stopping(signal);
    setTimeout(() => process.exit(1), STOP_DEADLINE).unref();
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
  process.exit(1);
});
stopOnSignals(service);
greet(service, settings, url);
