import { LOOKS } from '../support/page-checks.ts';
import { describeResultPages } from './describe-result-pages.ts';

describeResultPages([LOOKS.plain, LOOKS.light, LOOKS.dark]);
