import { buildSite } from './build-site.ts';
import { describeDeclared } from './describe-declared.ts';
import { describeForm, type FormFacts } from './describe-form.ts';
import { astroPlan } from './plans.ts';

const facts: FormFacts = {
  worksWithoutScript: true,
  build: (files) => buildSite(files, astroPlan),
};

describeForm('astro', facts);
describeDeclared('astro', facts);
