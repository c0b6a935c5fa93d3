import { describeKills } from './describe-kills.ts';
import { SQLITE } from './engines.ts';

describeKills(SQLITE);
