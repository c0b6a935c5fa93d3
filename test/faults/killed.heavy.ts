import { describeKills } from './describe-kills.ts';
import { startPostgresEngine } from './engines.ts';

describeKills(await startPostgresEngine());
