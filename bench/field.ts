import { join } from 'node:path';
import { fillDatabase } from './filling.ts';
import type { OwnedRoute } from './requests.ts';
import {
  serviceEnv,
  startBaseline,
  startService,
  startSink,
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
}

/** The service and the baseline, with the same forms and one sink for the mail of both. */
export interface Field {
  sink: Sink;
  service: Server;
  baseline: Server;
  routes: readonly OwnedRoute[];
  close(): Promise<void>;
}

export async function openField(folder: string, options: FieldOptions): Promise<Field> {
  const { smtpConnections, sinkPort = 0, nodeOptions = [] } = options;
  const filled = await fillDatabase(join(folder, 'letterslot.db'), options.routes);
  const sink = await startSink(sinkPort);
  const env = { ...filled.env, ...serviceEnv(sink.port, smtpConnections) };
  const ids = filled.routes.map(({ formId }) => formId);
  const service = { ...(await startService(folder, env, nodeOptions)), ids };
  const baseline = await startBaseline(
    folder,
    { ids, idsFile: filled.idsFile },
    {
      port: sink.port,
      connections: smtpConnections,
    },
  );
  return {
    sink,
    service,
    baseline,
    routes: filled.routes,
    async close() {
      await service.stop();
      await baseline.stop();
      await sink.stop();
    },
  };
}
