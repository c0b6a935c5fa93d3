import { buildSite } from './build-site.ts';
import { describeForm } from './describe-form.ts';
import { nextPlan } from './plans.ts';

describeForm('nextjs', {
  path: '/contact',
  worksWithoutScript: true,
  build: (files) => buildSite(files, nextPlan),
});
