import { OUTSIDE_CHANNEL_NAMES } from '../../src/contract/channels.ts';
import { describeTarget } from './describe-target.ts';

for (const type of OUTSIDE_CHANNEL_NAMES) describeTarget(type);
