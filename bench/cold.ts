import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machineLine } from './figures.ts';
import { fillDatabase } from './filling.ts';
import { serviceEnv, startService } from './servers.ts';
import { formsText, measureStart, startsTable, type Start } from './starts.ts';
import { CLOSED_PORT } from '../test/support/own-port.ts';
import { openWorkspace } from './workspace.ts';

// From the start of the process to the first 200 of /health, and the memory resident when idle.
const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '7' },
    routes: { type: 'string', multiple: true, default: ['1', '10000'] },
  },
});
const PATIENCE = 300;
const folder = openWorkspace(PATIENCE);
// Nothing listens there: no mail is sent.
const settings = serviceEnv(CLOSED_PORT, 10);

const starts = new Map<string, Start[]>();
for (const routes of options.routes.map(Number)) {
  const { env } = await fillDatabase(join(folder, `${routes}.db`), routes);
  const start = () => startService(folder, { ...settings, ...env });
  const all: Start[] = [];
  for (let run = 0; run < Number(options.runs); run += 1) all.push(await measureStart({ start }));
  starts.set(formsText(routes), all);
}
process.stdout.write(machineLine() + startsTable(starts));
