import { describeForm } from './describe-form.ts';
import { reactPlan } from './plans.ts';

describeForm('react', { plan: reactPlan, worksWithoutScript: false });
