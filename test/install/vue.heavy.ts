import { buildSite } from './build-site.ts';
import { describeDeclared } from './describe-declared.ts';
import { describeForm, type FormFacts } from './describe-form.ts';
import { vuePlan } from './plans.ts';

const facts: FormFacts = {
  worksWithoutScript: false,
  build: (files) => buildSite(files, vuePlan),
};

describeForm('vue', facts);
describeDeclared('vue', facts);
