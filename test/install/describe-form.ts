import { after, before, describe } from 'node:test';
import type { FrameworkId } from '../../src/contract/enums.ts';
import type { SitePlan } from './build-site.ts';
import { describeDeclared, WITH_SOLVER } from './describe-declared.ts';
import { describePlain } from './describe-plain.ts';
import { describeRedirects } from './describe-redirects.ts';
import { describeScripted, SCRIPTED } from './describe-scripted.ts';
import { installForms } from './installed-form.ts';

const WANTED = {
  plain: {},
  declared: { settings: WITH_SOLVER },
  scripted: { settings: SCRIPTED, style: 'script' },
} as const;

interface FormFacts {
  plan: SitePlan;
  /** True if the page has the form before any script runs. */
  worksWithoutScript: boolean;
}

/** What the forms of a framework do, all of them in one website that its own tools build. */
export function describeForm(
  framework: FrameworkId,
  { plan, worksWithoutScript }: FormFacts,
): void {
  describe(`the form for ${framework}`, { concurrency: false }, () => {
    let forms: Awaited<ReturnType<typeof installForms<keyof typeof WANTED>>>;

    before(async () => void (forms = await installForms(framework, plan, WANTED)), {
      timeout: 220_000,
    });
    after(() => forms?.close());

    describePlain(framework, () => forms.plain, worksWithoutScript);
    describeRedirects(framework, () => forms.plain);
    describeDeclared(framework, () => forms.declared);
    describeScripted(framework, () => forms.scripted);
  });
}
