import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { FaultyProcess } from '../faults/faulty-process.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { setLimit, WITHOUT_LIMITS } from '../support/process-limits.ts';
import { hangUp, staySilent, type Script } from '../support/scripted-smtp.ts';

/** Milliseconds that a fault lasts, and of undisturbed service afterwards. */
const LASTS = 1_500;
const CALM = 2_500;

interface Fault {
  name: string;
  /** True if it ends the process. */
  ends?: true;
  run(faulty: FaultyProcess): Promise<void>;
}

async function follow({ smtp }: FaultyProcess, script: Script): Promise<void> {
  const usual = smtp.script;
  smtp.script = { ...usual, ...script };
  await wait(LASTS);
  smtp.script = usual;
  smtp.dropSessions();
}

const mail = (name: string, script: Script): Fault => ({
  name: `mail server ${name}`,
  run: (faulty) => follow(faulty, script),
});

const FAULTS_OF_ALL: readonly Fault[] = [
  mail('refuses the message', { message: '451 later' }),
  mail('refuses the recipient', { RCPT: '550 unknown' }),
  mail('hangs up after the message', { message: hangUp }),
  mail('hangs up at DATA', { DATA: hangUp }),
  mail('says nothing after the message', { message: staySilent }),
  mail('is closed', { connect: '421 closed' }),
  {
    name: 'sessions dropped',
    run: async ({ smtp }) => smtp.dropSessions(),
  },
  {
    name: 'process stopped and continued',
    async run({ service }) {
      service().child.kill('SIGSTOP');
      await wait(LASTS);
      service().child.kill('SIGCONT');
    },
  },
  {
    name: 'SIGKILL',
    ends: true,
    async run(faulty) {
      await faulty.kill();
      await faulty.start();
    },
  },
  {
    name: 'SIGTERM',
    ends: true,
    async run(faulty) {
      const { child, exited } = faulty.service();
      child.kill('SIGTERM');
      const code = await exited;
      if (code !== 0) throw new Error(`SIGTERM ended with exit code ${code}`);
      await faulty.start();
    },
  },
];

/** Faults of a database in a file of the service. */
const FAULTS_OF_A_FILE: readonly Fault[] = [
  {
    name: 'database locked',
    async run({ database }) {
      const other = new DatabaseSync(String(database.path), { timeout: 5_000 });
      other.exec('BEGIN IMMEDIATE');
      await wait(LASTS);
      other.exec('COMMIT');
      other.close();
    },
  },
  ...(WITHOUT_LIMITS
    ? []
    : [
        {
          name: 'disk full',
          async run({ service }: FaultyProcess) {
            const { pid } = service().child;
            setLimit(pid, 'fsize', 0);
            await wait(LASTS);
            setLimit(pid, 'fsize', 'hard');
          },
        },
      ]),
];

/** Faults of a database server. */
const faultsOf = (server: PostgresServer): readonly Fault[] => [
  {
    name: 'database locked',
    async run({ database }) {
      const seconds = LASTS / 1_000;
      await database.query(
        `BEGIN; LOCK TABLE counters IN EXCLUSIVE MODE; SELECT pg_sleep(${seconds}); COMMIT`,
      );
    },
  },
  {
    name: 'database server killed',
    async run() {
      await server.stop('SIGKILL');
      await wait(LASTS);
      await server.start();
    },
  },
  {
    name: 'database server restarted',
    async run() {
      await server.stop();
      await server.start();
    },
  },
];

interface Plan {
  /** Milliseconds of the monotonic clock: no fault begins later. */
  until: number;
  /** No fault ends the process later. */
  steadyFrom: number;
  /** The server of the database, where it has one. */
  server: PostgresServer | undefined;
}

/** Causes one fault after the other. */
export async function bringFaults(
  faulty: FaultyProcess,
  { until, steadyFrom, server }: Plan,
): Promise<Map<string, number>> {
  const faults = [...FAULTS_OF_ALL, ...(server ? faultsOf(server) : FAULTS_OF_A_FILE)];
  const counts = new Map<string, number>();
  for (let turn = 0; performance.now() < until; turn += 1) {
    const fault = faults[turn % faults.length];
    if (!fault || (fault.ends && performance.now() > steadyFrom)) continue;
    await fault.run(faulty);
    counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
    await wait(CALM);
  }
  return counts;
}
