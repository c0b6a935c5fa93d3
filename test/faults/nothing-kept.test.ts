import { SQLITE } from './engines.ts';
import { describeNothingKept } from './describe-nothing-kept.ts';

describeNothingKept(SQLITE, 400);
