import { describeExactness } from './describe-exactness.ts';
import { WORKERS_ON_A_FILE } from './start-nodes.ts';

describeExactness(WORKERS_ON_A_FILE);
