import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSmtpSink } from '../test/support/smtp-sink.ts';
import { tokenIn } from '../test/support/service.ts';

// Cold start, memory and the time of one submission at a time, against a real process.
const STARTS = 7;
const SUBMISSIONS = 500;
const ENTRY = join(import.meta.dirname, '..', 'bin', 'letterslot.js');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

function quantile(values: number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(1);
}

/** Resident memory of a process in MiB, where the system tells (Linux). */
function residentMiB(pid: number | undefined): number {
  const [, kib = 'NaN'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

async function untilHealthy(url: string): Promise<void> {
  for (let attempt = 0; attempt < 2_000; attempt += 1) {
    const ok = await fetch(`${url}/health`).then(
      async (response) => (await response.text()) !== '' && response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('the service did not start');
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function measureOneByOne(url: string, sink: Awaited<ReturnType<typeof startSmtpSink>>) {
  const created = await fetch(`${url}/v1/routes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', alias: 'Bench' }),
  });
  const { endpoint } = (await created.json()) as { endpoint: string };
  const [mail] = sink.mails;
  if (!mail) throw new Error('no verification mail arrived');
  const token = new URLSearchParams({ token: tokenIn(mail) });
  await (await fetch(`${url}/v1/routes/verify`, { method: 'POST', body: token })).text();
  const body = new URLSearchParams({
    name: 'Ada',
    email: 'a@example.org',
    message: 'x'.repeat(250),
  });
  sink.discard(true);
  const times: number[] = [];
  for (let count = 0; count < SUBMISSIONS; count += 1) {
    const start = performance.now();
    const response = await fetch(endpoint, { method: 'POST', body });
    await response.text();
    if (response.status !== 200) throw new Error(`answered ${response.status}`);
    times.push(performance.now() - start);
  }
  return times.slice(50);
}

const sink = await startSmtpSink();
const folder = mkdtempSync(join(tmpdir(), 'letterslot-bench-'));
const starts: number[] = [];
const memory: number[] = [];
let times: number[] = [];
for (let run = 0; run < STARTS; run += 1) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = spawn(process.execPath, [ENTRY], {
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: `file:${folder}/${run}.db`,
      SEALING_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64url')}`,
      INDEX_KEY: Buffer.alloc(32, 2).toString('base64url'),
      SMTP_URL: sink.url,
      MAIL_FROM: 'Forms <forms@letterslot.example>',
      MONTHLY_LIMIT: '1000000',
      SUBMIT_RATE_PER_MINUTE: '0/0',
    },
  });
  await untilHealthy(url);
  starts.push(performance.now() - begin);
  memory.push(residentMiB(child.pid));
  if (run === STARTS - 1) times = await measureOneByOne(url, sink);
  await stop(child);
}
await sink.close();
rmSync(folder, { recursive: true, force: true });

const cpu = cpus();
process.stdout.write(
  `Node.js ${process.version}, ${cpu.length} × ${cpu[0]?.model ?? 'unknown'}\n` +
    `cold start to the first 200 on /health: ${quantile(starts, 0.5)} ms (median of ${STARTS})\n` +
    `resident memory after start: ${quantile(memory, 0.5)} MiB\n` +
    `POST /f/… one at a time: p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms\n`,
);
