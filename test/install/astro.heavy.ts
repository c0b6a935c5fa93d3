import { buildSite } from './build-site.ts';
import { describeForm } from './describe-form.ts';
import { astroPlan } from './plans.ts';

describeForm('astro', {
  worksWithoutScript: true,
  build: (files) => buildSite(files, astroPlan),
});
