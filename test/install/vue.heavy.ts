import { describeForm } from './describe-form.ts';
import { vuePlan } from './plans.ts';

describeForm('vue', { plan: vuePlan, worksWithoutScript: false });
