import { buildSite } from './build-site.ts';
import { describeForm } from './describe-form.ts';
import { sveltePlan } from './plans.ts';

describeForm('svelte', {
  worksWithoutScript: false,
  build: (files) => buildSite(files, sveltePlan),
});
