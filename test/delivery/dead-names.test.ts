import { it } from 'node:test';
import { startForManyOwners } from '../support/other-owners.ts';
import { until } from '../support/until.ts';

it('names that nobody answers keep no call of another owner waiting, in both modes', async (test) => {
  const { dns, submit, openForms, expectUndisturbed } = await startForManyOwners(
    test,
    () => 'silence',
  );
  const dead = Array.from({ length: 8 }, (_, at) => `dead-${at}.github.io`);
  const forms = await openForms('stranger', 'both', dead);
  const flood = forms.map(submit);
  await until('questions about dead names', () => new Set(dns.asked).size >= 4);
  await expectUndisturbed();
  await Promise.all(flood);
});
