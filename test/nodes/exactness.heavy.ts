import { after } from 'node:test';
import { startPostgres } from '../support/postgres-server.ts';
import { describeExactness } from './describe-exactness.ts';
import { nodesOn, WORKERS_ON_A_FILE } from './start-nodes.ts';

describeExactness(nodesOn(await startPostgres({ after: (run) => after(run) })));
describeExactness(WORKERS_ON_A_FILE);
