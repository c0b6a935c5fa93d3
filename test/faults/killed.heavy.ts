import { describeKills } from './describe-kills.ts';
import { SQLITE, startPostgresEngine } from './engines.ts';

describeKills(SQLITE);
describeKills(await startPostgresEngine());
