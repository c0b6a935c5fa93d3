import ratios from './ratios.json' with { type: 'json' };
import { openField } from './field.ts';
import { figure, median } from './figures.ts';
import { measureInTurn, requireFlawless } from './measure.ts';
import { ratiosBetween } from './summary.ts';
import { submissionLoad } from './workloads.ts';
import { openWorkspace } from './workspace.ts';

// Fails when the service has become slow compared to the baseline, which runs on the same machine.
const ROUTES = 1_000;
const WARM_UP = { rounds: 1, seconds: 2 };
/** Many short rounds: their median stands a machine that is busy in some of them. */
const ROUNDS = { rounds: 9, seconds: 1.2 };
const ATTEMPTS = 2;
const PATIENCE = 150;
/** Share of the committed ratio that must be reached. */
const ENOUGH = 0.7;

const least = ratios.submissionsToBaseline * ENOUGH;
const workload = submissionLoad(64);
const field = await openField(openWorkspace(PATIENCE), {
  routes: ROUTES,
  smtpConnections: 20,
});
const { service, baseline } = field;

async function measureRatio(): Promise<number> {
  const all = await measureInTurn([baseline, service], field, workload, ROUNDS);
  requireFlawless(all);
  return median(ratiosBetween(all, service.name, baseline.name));
}

async function isFastEnough(): Promise<boolean> {
  await measureInTurn([baseline, service], field, workload, WARM_UP);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const ratio = await measureRatio();
    const enough = ratio >= least;
    process.stdout.write(
      `The service takes ${figure(ratio)} times the submissions of the baseline a second; ` +
        `bench/ratios.json says ${figure(ratios.submissionsToBaseline)}, and ` +
        `${figure(least)} is ${enough ? 'enough' : 'the least'}.\n`,
    );
    if (enough) return true;
  }
  return false;
}

function refuse(): void {
  process.stdout.write(
    `The service became slow: ${ATTEMPTS} measurements in a row were below ${ENOUGH * 100} % of the ` +
      'committed ratio. Find what a submission now costs more with ' +
      '"npm run bench -- --cpu-profile FOLDER"; change the ratio only when the cost is wanted.\n',
  );
  process.exitCode = 1;
}

try {
  if (!(await isFastEnough())) refuse();
} finally {
  await field.close();
}
