import { buildSite } from './build-site.ts';
import { describeForm } from './describe-form.ts';
import { reactPlan } from './plans.ts';

describeForm('react', {
  worksWithoutScript: false,
  build: (files) => buildSite(files, reactPlan),
});
