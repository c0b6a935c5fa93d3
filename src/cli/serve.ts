import type { AddressInfo } from 'node:net';
import { describeDatabase } from '../database-url.ts';
import { createService, type Service } from '../service.ts';
import type { Settings } from '../settings.ts';
import { readSourceCommit } from '../source-commit.ts';
import { EXIT, type CommandContext, type Run } from './command.ts';

/** Addresses that stand for all of the machine's. */
const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Milliseconds for what is under way when the service is told to stop. */
export const STOP_DEADLINE = 25_000;

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

function greet(context: CommandContext, service: Service, settings: Settings, url: string): void {
  const local = localUrl(service);
  // Some shells take bare brackets for a pattern.
  const target = local.includes('[') ? `'${local}/v1/routes'` : `${local}/v1/routes`;
  const create =
    `curl -X POST ${target} -H 'Content-Type: application/json' ` +
    `-d '{"email":"you@example.com","alias":"Contact form"}'`;
  const hint = settings.SMTP_URL ? '' : ' (set SMTP_URL and MAIL_FROM to send for real)';
  const data = describeDatabase(settings.DATABASE_URL);
  context.print(
    `Letterslot ${context.version} on Node.js ${process.version}: form endpoints that deliver to a confirmed inbox`,
    `Listening on ${describePlace(service, local, url)}`,
    `Mail goes to ${service.mail}${hint}`,
    `Data lies in ${data}; nothing of a submission is ever stored`,
    `Try: ${create}`,
  );
}

function stopOnSignals({ log, close }: Service): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(EXIT.fault);
    stopping = true;
    log.stopping(signal);
    setTimeout(() => process.exit(EXIT.fault), STOP_DEADLINE).unref();
    await close();
    log.stopped();
    process.exit(EXIT.ok);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
}

/** Serves until a signal ends it. */
export const serve: Run = async (context) => {
  const settings = context.readSettings();
  settings.SOURCE_COMMIT ??= readSourceCommit(context.root);
  const service = await createService(settings);
  const url = await service.listen();
  // A reader of our output that went away must not take the service with it.
  process.stdout.on('error', () => undefined);
  process.on('uncaughtException', (error) => {
    service.log.crashed(error);
    process.exit(EXIT.fault);
  });
  stopOnSignals(service);
  greet(context, service, settings, url);
  return undefined;
};
