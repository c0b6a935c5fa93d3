import { describeForm } from './describe-form.ts';
import { astroPlan } from './plans.ts';

describeForm('astro', { plan: astroPlan, worksWithoutScript: true });
