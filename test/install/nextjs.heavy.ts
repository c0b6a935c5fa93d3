import { describeForm } from './describe-form.ts';
import { nextPlan } from './plans.ts';

describeForm('nextjs', { plan: nextPlan, worksWithoutScript: true });
