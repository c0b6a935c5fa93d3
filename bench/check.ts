import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import ratios from './ratios.json' with { type: 'json' };
import { openField, type Field } from './field.ts';
import { figure, median } from './figures.ts';
import { measureInTurn, requireFlawless } from './measure.ts';
import { OWN_CHECKOUT } from './servers.ts';
import { ratiosBetween } from './summary.ts';
import { submissionLoad } from './workloads.ts';
import { openWorkspace } from './workspace.ts';

// Fails if a submission takes more processor time than before, relative to the floor on the same
// machine.
const OPTIONS = { routes: 1_000, smtpConnections: 20 };
/** V8 compiles a submission's code for some seconds. */
const WARM_UP = { rounds: 1, seconds: 6 };
/** Many short rounds: their median stands a machine that is busy in some of them. */
const ROUNDS = { rounds: 9, seconds: 1.2 };
const ATTEMPTS = 2;
const PATIENCE = 400;
/** The cost that a change may add without a reason. */
const ALLOWED = 0.05;

const workload = submissionLoad(64);
const most = ratios.serviceToFloor * (1 + ALLOWED);
const folder = openWorkspace(PATIENCE);

/** The service's processor time per submission, divided by another server's in the same rounds. */
async function measureRatio(field: Field, other: 'floor' | 'before'): Promise<number> {
  const { service } = field;
  const server = field[other];
  if (!server) throw new Error(`there is no server ${other}`);
  await measureInTurn([server, service], field, workload, WARM_UP);
  const all = await measureInTurn([server, service], field, workload, ROUNDS);
  requireFlawless(all);
  return median(ratiosBetween(all, service.name, server.name, 'processorMs'));
}

async function isLightEnough(): Promise<boolean> {
  const field = await openField(folder, OPTIONS);
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const ratio = await measureRatio(field, 'floor');
      process.stdout.write(
        `A submission takes ${figure(ratio)} times the processor time of the floor; ` +
          `bench/ratios.json says ${figure(ratios.serviceToFloor)}, and ${figure(most)} is the most.\n`,
      );
      if (ratio <= most) return true;
    }
    return false;
  } finally {
    await field.close();
  }
}

/** A checkout of the commit whose ratio is committed. */
function checkOut(commit: string): string {
  const before = join(folder, 'before');
  const options = { cwd: OWN_CHECKOUT, stdio: 'ignore' } as const;
  execFileSync('git', ['clone', '--quiet', '--no-checkout', OWN_CHECKOUT, before], options);
  execFileSync('git', ['checkout', '--quiet', commit], { ...options, cwd: before });
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { ...options, cwd: before });
  return before;
}

/** Measures both commits in turn to be sure: the ratio to the floor depends on the machine. */
async function isAsLightAs(commit: string): Promise<boolean> {
  const before = checkOut(commit);
  const again = join(folder, 'again');
  mkdirSync(again);
  const field = await openField(again, { ...OPTIONS, before });
  try {
    const ratio = await measureRatio(field, 'before');
    process.stdout.write(
      `A submission takes ${figure(ratio)} times the processor time of ${commit}; ` +
        `${figure(1 + ALLOWED)} is the most.\n`,
    );
    return ratio <= 1 + ALLOWED;
  } finally {
    await field.close();
  }
}

if (!(await isLightEnough()) && !(await isAsLightAs(ratios.commit))) {
  process.stdout.write(
    'A submission takes more processor time than before. Find out why with ' +
      '"npm run bench -- --cpu-profile FOLDER"; raise the committed ratio only in a commit that says what it buys.\n',
  );
  process.exitCode = 1;
}
