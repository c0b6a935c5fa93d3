import { describeNothingKept } from './describe-nothing-kept.ts';

describeNothingKept(400);
