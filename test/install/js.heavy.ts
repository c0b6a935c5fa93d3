import { describeForm } from './describe-form.ts';
import { jsPlan } from './plans.ts';

describeForm('js', { plan: jsPlan, worksWithoutScript: true });
