import { decisionOf, type DecisionName, type FactKind } from '../../src/contract/decisions.ts';
import { decisionToken, type FactsOf } from '../../src/forms/decision-token.ts';
import { identifyInbox } from '../../src/inboxes/inbox-identity.ts';
import { toAddress } from './fake-provider.ts';
import { OWNER, type TestService } from './service.ts';

const HOUR = 3_600_000;

/** A value of each kind of fact; those of a link that has not expired. */
const valuesFor = (formId: string): Record<FactKind, unknown> => ({
  form: formId,
  hash: 'A'.repeat(22),
  id: 'never-mailed',
  text: 'https://site.example',
  time: Date.now() + HOUR,
  'time?': undefined,
  words: ['links'],
});

/** A genuine token that was never mailed, about a form of OWNER that need not exist. */
export function forgedToken<Name extends DecisionName>(
  { service: { keyring } }: Pick<TestService, 'service'>,
  name: Name,
  formId: string,
  own: Partial<FactsOf<Name>> = {},
  owner = identifyInbox(keyring, toAddress(OWNER)).owner,
): string {
  const values = valuesFor(formId);
  const facts = Object.entries(decisionOf(name).facts).map(([fact, kind]) => [
    fact,
    typeof kind === 'string' ? values[kind] : kind[0],
  ]);
  const sign = decisionToken as (...given: unknown[]) => string;
  const given = [keyring, name, { ...Object.fromEntries(facts), ...own }];
  return decisionOf(name).by === 'owner' ? sign(...given, owner) : sign(...given);
}
