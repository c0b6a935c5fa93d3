import { SQLITE, startPostgresEngine } from './engines.ts';
import { describeNothingKept } from './describe-nothing-kept.ts';

describeNothingKept(SQLITE, 10_000);
describeNothingKept(await startPostgresEngine(), 2_000);
