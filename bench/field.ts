import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listIds, type fillDatabase, type FormOf } from './filling.ts';
import {
  OWN_CHECKOUT,
  serviceEnv,
  startBaseline,
  startFloor,
  startProbe,
  startService,
  startSink,
  type OwnedRoute,
  type Probe,
  type Server,
  type Sink,
} from './servers.ts';

export interface FieldOptions {
  routes: number;
  /** SMTP connections of each server. */
  smtpConnections: number;
  /** Port of the sink, for peers to mail to; 0 takes a free one. */
  sinkPort?: number;
  /** Options of Node for the service. */
  nodeOptions?: readonly string[];
  /** A checkout of another commit with node_modules; its service is measured too. */
  before?: string | undefined;
}

/** A service with a database of its own. */
interface ServicePlan {
  name: string;
  routes: number;
  checkout?: string;
  /** Gives its plain routes their settings. */
  formOf?: FormOf;
  env?: Record<string, string>;
  nodeOptions?: readonly string[];
}

/** A filled database, and the service that can be started on it again and again. */
export interface PreparedService {
  file: string;
  routes: readonly OwnedRoute[];
  start(): Promise<Server>;
  env: Readonly<Record<string, string>>;
}

/** The service and the baseline, with the same forms and one sink for the mail of all servers. */
export interface Field {
  folder: string;
  sink: Sink;
  probe: Probe;
  service: Server;
  baseline: Server;
  floor: Server;
  before: Server | undefined;
  prepare(plan: ServicePlan): Promise<PreparedService>;
  close(): Promise<void>;
}

/** The checkout's own code that fills a database: another commit may store differently. */
function fillingOf(checkout: string): Promise<{ fillDatabase: typeof fillDatabase }> {
  return import(pathToFileURL(join(checkout, 'bench', 'filling.ts')).href);
}

export async function openField(folder: string, options: FieldOptions): Promise<Field> {
  const { smtpConnections, routes, nodeOptions = [] } = options;
  const sink = await startSink(options.sinkPort ?? 0);
  const probe = await startProbe();

  async function prepare(plan: ServicePlan): Promise<PreparedService> {
    const { checkout = OWN_CHECKOUT } = plan;
    const file = join(folder, `${plan.name}.db`);
    const filled = await (await fillingOf(checkout)).fillDatabase(file, plan.routes, plan.formOf);
    const env = { ...filled.env, ...serviceEnv(sink.port, smtpConnections), ...plan.env };
    const ids = filled.routes.map(({ formId }) => formId);
    const start = async () => {
      const server = await startService(folder, env, { ...plan, checkout });
      return { ...server, ids, routes: filled.routes };
    };
    return { file, routes: filled.routes, env: filled.env, start };
  }

  const own = await prepare({ name: 'letterslot', routes, nodeOptions });
  const service = await own.start();
  const idsFile = join(folder, 'ids');
  listIds(own.file, idsFile);
  const smtp = { port: sink.port, connections: smtpConnections };
  const baseline = await startBaseline(folder, { ids: service.ids, idsFile }, smtp);
  const floor = await startFloor(folder, service.ids, smtp);
  const { before: checkout } = options;
  const before = checkout
    ? await (await prepare({ name: 'before', routes, checkout })).start()
    : undefined;
  return {
    folder,
    sink,
    probe,
    service,
    baseline,
    floor,
    before,
    prepare,
    async close() {
      for (const server of [service, baseline, floor, before]) if (server) await server.stop();
      await probe.stop();
      await sink.stop();
    },
  };
}
