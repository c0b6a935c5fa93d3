import { describeNothingKept } from './describe-nothing-kept.ts';

describeNothingKept(10_000);
