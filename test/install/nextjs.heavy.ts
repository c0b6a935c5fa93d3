import { buildSite } from './build-site.ts';
import { describeDeclared } from './describe-declared.ts';
import { describeForm, type FormFacts } from './describe-form.ts';
import { nextPlan } from './plans.ts';

const facts: FormFacts = {
  path: '/contact',
  worksWithoutScript: true,
  build: (files) => buildSite(files, nextPlan),
};

describeForm('nextjs', facts);
describeDeclared('nextjs', facts);
