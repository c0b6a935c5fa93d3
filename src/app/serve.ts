import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { START_PATH } from '../contract/operations.ts';
import { describeDatabase } from '../platform/settings/database-url.ts';
import { changedSettings, type Settings } from '../platform/settings/settings.ts';
import type { Service } from './service.ts';
import { buildOf, readSourceCommit } from './source-commit.ts';
import type { CommandContext } from '../cli/command.ts';
import type { OperatorRun } from '../cli/operator/context.ts';
import { collectAfterStart, endOnFaults, logWarnings, stopOnSignals } from './process-life.ts';

const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** The URL at which this machine reaches the service. */
function localUrl({ address, family, port }: AddressInfo): string {
  if (ANY_ADDRESS.has(address) || address === '127.0.0.1') return `http://localhost:${port}`;
  const host = family === 'IPv6' ? `[${address.replace('%', '%25')}]` : address;
  return `http://${host}:${port}`;
}

/** The URL at which the service listens, and its public URL if that differs. */
function describePlace({ address }: AddressInfo, local: string, url: string): string {
  const everywhere = ANY_ADDRESS.has(address) ? ' and every address of this machine' : '';
  return `${local}${everywhere}${url === local ? '' : `, known as ${url}`}`;
}

const addressOf = ({ app }: Service) => app.server.address() as AddressInfo;

/** Milliseconds after the start, so that first requests need not wait for a library that loads. */
const ASK_MAIL_SERVER_AFTER = 500;

/** Logs whether the mail server accepts mail. The service runs without it: it may only be late. */
async function askMailServer({ print }: CommandContext, { mail, readiness }: Service) {
  await wait(ASK_MAIL_SERVER_AFTER, undefined, { ref: false });
  const { checks } = await readiness();
  if ((checks.smtp ?? checks.mail_api) !== 'failed' || !process.stdout.isTTY) return;
  print(`Warning: ${mail} takes no mail, so nothing is delivered yet. See why: letterslot doctor`);
}

const wayOf = ({ MAIL_API, SMTP_URL }: Settings) =>
  MAIL_API ? 'https' : SMTP_URL ? 'smtp' : 'preview';

/** Tells a person at a terminal what runs; the last line suggests what to try. */
function greet(context: CommandContext, settings: Settings, url: string, service: Service): void {
  const address = addressOf(service);
  const local = localUrl(address);
  // Some shells read bare brackets as a pattern.
  const target = local.includes('[') ? `'${local}/v1/routes'` : `${local}/v1/routes`;
  const create =
    `curl -X POST ${target} -H 'Content-Type: application/json' ` +
    `-d '{"email":"you@example.com","alias":"Contact form"}'`;
  const hint =
    wayOf(settings) !== 'preview' ? '' : ' (set SMTP_HOST and MAIL_FROM to send for real)';
  const data = describeDatabase(settings.DATABASE_URL);
  context.print(
    `Letterslot ${context.version} on Node.js ${process.version}: form endpoints that deliver to a confirmed inbox`,
    `Listening on ${describePlace(address, local, url)}`,
    `Mail goes to ${service.mail}${hint}`,
    `Database: ${data}; nothing of a submission is ever stored`,
    ...(settings.START_PAGE ? [`Open ${local}${START_PATH} to make a form in a browser`] : []),
    `Try: ${create}`,
  );
}

/** Says in the log what runs, where nobody watches. */
function logStart({ variable }: CommandContext, settings: Settings, url: string, service: Service) {
  const { address: host, port } = addressOf(service);
  const { engine } = settings.DATABASE_URL;
  service.log.started({
    ...buildOf(settings),
    node: process.version,
    engine,
    mail: wayOf(settings),
    host,
    port,
    url,
    settings: changedSettings(variable),
  });
}

/** Serves in this process until a signal ends it. */
export const serve: OperatorRun = async (context) => {
  const settings = context.readSettings();
  settings.SOURCE_COMMIT ??= readSourceCommit(context.root);
  let serving: Service | undefined = undefined;
  stopOnSignals(context, async (signal) => {
    // Until it listens, there is nothing to finish.
    serving?.log.stopping({ signal });
    await serving?.close();
    serving?.log.stopped();
  });
  const { createLog } = await import('../platform/log/log.ts');
  const log = createLog(settings.LOG_LEVEL);
  logWarnings(log);
  const { createService } = await import('./service.ts');
  const service = await createService(settings, { log });
  const url = await service.listen();
  endOnFaults(service.log);
  collectAfterStart();
  serving = service;
  const tell = process.stdout.isTTY ? greet : logStart;
  tell(context, settings, url, service);
  if (wayOf(settings) !== 'preview') void askMailServer(context, service);
  return 'running';
};
