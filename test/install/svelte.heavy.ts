import { describeForm } from './describe-form.ts';
import { sveltePlan } from './plans.ts';

describeForm('svelte', { plan: sveltePlan, worksWithoutScript: false });
