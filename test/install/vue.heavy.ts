import { buildSite } from './build-site.ts';
import { describeForm } from './describe-form.ts';
import { vuePlan } from './plans.ts';

describeForm('vue', {
  worksWithoutScript: false,
  build: (files) => buildSite(files, vuePlan),
});
