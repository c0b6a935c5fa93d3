import { buildSite } from './build-site.ts';
import { describeDeclared } from './describe-declared.ts';
import { describeForm, type FormFacts } from './describe-form.ts';
import { jsPlan } from './plans.ts';

const facts: FormFacts = {
  worksWithoutScript: true,
  build([module, markup]) {
    if (!module || !markup) throw new Error('the artifact has two files');
    return buildSite([module], jsPlan(markup.content));
  },
};

describeForm('js', facts);
describeDeclared('js', facts);
