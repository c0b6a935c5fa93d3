import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { fileOf } from '../faults/engines.ts';
import type { FaultyProcess } from '../faults/faulty-process.ts';
import { setLimit, WITHOUT_LIMITS } from '../support/process-limits.ts';
import { hangUp, staySilent, type Script } from '../support/scripted-smtp.ts';

/** Milliseconds that a fault lasts, and that the service has to itself afterwards. */
const LASTS = 1_500;
const CALM = 2_500;

interface Fault {
  name: string;
  /** It ends the process. */
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

const FAULTS: readonly Fault[] = [
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
    name: 'database locked',
    async run({ database }) {
      const other = new DatabaseSync(fileOf(database), { timeout: 5_000 });
      other.exec('BEGIN IMMEDIATE');
      await wait(LASTS);
      other.exec('COMMIT');
      other.close();
    },
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

/** Brings fault after fault until told to stop; those that end the process only until `steadyFrom`. */
export async function bringFaults(
  faulty: FaultyProcess,
  { until, steadyFrom }: { until: number; steadyFrom: number },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let turn = 0; performance.now() < until; turn += 1) {
    const fault = FAULTS[turn % FAULTS.length];
    if (!fault || (fault.ends && performance.now() > steadyFrom)) continue;
    await fault.run(faulty);
    counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
    await wait(CALM);
  }
  return counts;
}
