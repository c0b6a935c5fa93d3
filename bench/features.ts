import { DatabaseSync } from 'node:sqlite';
import { dayOf } from '../src/platform/stores/counter-tables.ts';
import { makeKey } from '../test/support/openpgp-key.ts';
import { REACH_RECEIVER, RESOLVE_HOOKS } from '../test/support/reach-receiver.ts';
import { ALL_OFF, FEATURES, PLAIN, shapeOf, type Feature } from './feature-forms.ts';
import type { PreparedService } from './field.ts';
import { figure, markdownTable, median } from './figures.ts';
import { keyringOf } from './filling.ts';
import { measureInTurn, type Measurement, type Workload } from './measure.ts';
import { submissions } from './requests.ts';
import type { Run } from './run-context.ts';
import type { Server } from './servers.ts';
import { ratiosBetween, spread, spreadText } from './summary.ts';
import { submissionLoad } from './workloads.ts';

/** Forms of each feature: the service keeps the forms of all of them open. */
const FORMS = 700;

/** More would overflow the queue of webhooks that no submitter waits for. */
const MOST_CONNECTIONS = 16;

/** Submissions a second whose challenges are solved before. */
const MOST_PER_SECOND = 3_000;

/** Lets each form have delivered so much yesterday that it may answer every visitor. */
function earnAnswers({ file, routes }: PreparedService): void {
  const database = new DatabaseSync(file);
  const insert = database.prepare(
    'INSERT INTO form_counts (form_id, day, outcome, n) VALUES (?, ?, ?, ?)',
  );
  database.exec('BEGIN');
  for (const { formId } of routes)
    insert.run(formId, dayOf(Date.now()) - 1, 'delivered', 1_000_000);
  database.exec('COMMIT');
  database.close();
}

/** The features take turns in the database. */
const featureAt = (index: number) => FEATURES[index % FEATURES.length];

/** The forms of one feature, as if they were a server. */
function serverOf(feature: Feature, service: Server, ids: readonly string[]): Server {
  const { name, mails = 1, webhooks = 0, isEncrypted } = feature;
  const sends = { each: mails + webhooks, ...(isEncrypted && { sealed: isEncrypted }) };
  return { ...service, name, ids, sends, form: shapeOf(feature) };
}

const count = (number: number, thing: string) =>
  number === 0 ? [] : [`${number} ${thing}${number === 1 ? '' : 's'}`];

function table(all: readonly Measurement[]): string {
  const rows = FEATURES.map(({ name, mails = 1, webhooks = 0, because }) => {
    const mine = all.filter(({ server }) => server === name);
    const ratios = ratiosBetween(all, name, PLAIN, 'processorMs');
    return [
      name,
      figure(median(mine.map(({ perSecond }) => perSecond))),
      spreadText(spread(mine.map(({ processorMs }) => processorMs))),
      ratios.length > 0 ? spreadText(spread(ratios)) : '–',
      [...count(mails, 'mail'), ...count(webhooks, 'webhook')].join(', '),
      because,
    ];
  });
  const head = ['feature', 'per second', 'processor, ms each', 'to plain', 'sends', 'because of'];
  return markdownTable(head, rows);
}

/** The cost of each feature alone, on one service that has the forms of all of them. */
export async function measureFeatures(run: Run): Promise<void> {
  const { field, options, figures, tables, measurements } = run;
  const { rounds, seconds, connections } = options;
  const hooks = `https://hooks.example.com:${field.sink.hookPort}`;
  const { armored: key } = await makeKey('owner@customer.example');
  const prepared = await field.prepare({
    name: 'features',
    routes: FEATURES.length * FORMS,
    formOf: (route, index) => ({ ...route, ...featureAt(index)?.form?.({ index, hooks, key }) }),
    env: { ...REACH_RECEIVER, AUTO_REPLIES: 'on' },
    nodeOptions: RESOLVE_HOOKS,
  });
  earnAnswers(prepared);
  const service = await prepared.start();
  const servers = FEATURES.map((feature) =>
    serverOf(
      feature,
      service,
      service.ids.filter((_, index) => featureAt(index) === feature),
    ),
  );
  const keyring = keyringOf(prepared.env);
  const load: Workload = {
    ...submissionLoad(Math.min(connections, MOST_CONNECTIONS)),
    compose(server, canaries) {
      const feature = FEATURES.find(({ name }) => name === server.name);
      const ahead = Math.ceil(seconds * MOST_PER_SECOND);
      return submissions(server, canaries, feature?.extras?.({ keyring, ids: server.ids, ahead }));
    },
  };
  await measureInTurn(servers, field, load, { rounds: 1, seconds });
  const all = await measureInTurn(servers, field, load, { rounds, seconds });
  await service.stop();
  measurements.push(...all);
  figures.featuresOff = ratiosBetween(all, ALL_OFF, PLAIN, 'processorMs');
  tables.push(`Each feature alone:\n\n${table(all)}`);
}
