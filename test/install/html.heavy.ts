import { describeForm } from './describe-form.ts';
import { htmlPlan } from './plans.ts';

describeForm('html', { plan: htmlPlan, worksWithoutScript: true });
