import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { figure, machineLine, markdownTable, median } from './figures.ts';
import { fillDatabase } from './filling.ts';
import { usageOf } from './process-usage.ts';
import { serviceEnv, startService } from './servers.ts';
import { freePort } from '../test/support/free-port.ts';
import { openWorkspace } from './workspace.ts';

// From the start of the process to the first 200 of /health, and the memory resident when idle.
const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '7' },
    routes: { type: 'string', multiple: true, default: ['1', '10000'] },
  },
});
const PATIENCE = 300;
/** Milliseconds until a service is idle after its start. */
const SETTLING = 2_500;
const folder = openWorkspace(PATIENCE);
// Nothing listens there: no mail is sent.
const settings = serviceEnv(await freePort(), 10);

async function measureStarts(count: number): Promise<string[]> {
  const { env } = await fillDatabase(join(folder, `${count}.db`), count);
  const milliseconds: number[] = [];
  const memory: number[] = [];
  for (let run = 0; run < Number(options.runs); run += 1) {
    const begin = performance.now();
    const service = await startService(folder, { ...settings, ...env });
    milliseconds.push(performance.now() - begin);
    await wait(SETTLING);
    memory.push(usageOf(service.pid).residentMiB);
    await service.stop();
  }
  return [
    count.toLocaleString('en'),
    figure(median(milliseconds)),
    `${figure(Math.min(...milliseconds))}–${figure(Math.max(...milliseconds))}`,
    figure(median(memory)),
  ];
}

const rows: string[][] = [];
for (const count of options.routes.map(Number)) rows.push(await measureStarts(count));
const head = ['routes', 'first 200 after, ms', 'min–max, ms', 'RSS idle, MiB'];
process.stdout.write(machineLine() + markdownTable(head, rows));
