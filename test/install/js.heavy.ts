import { buildSite } from './build-site.ts';
import { describeForm } from './describe-form.ts';
import { jsPlan } from './plans.ts';

describeForm('js', {
  worksWithoutScript: true,
  build([module, markup]) {
    if (!module || !markup) throw new Error('the artifact has two files');
    return buildSite([module], jsPlan(markup.content));
  },
});
