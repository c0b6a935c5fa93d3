import { isOutside } from '../../delivery/channels/channels.ts';
import { fingerprintOf } from '../../mail/encryption/key-packets.ts';
import type { Fault } from './schema-faults.ts';
import { isSame, type Beside, type SettingRules } from './setting-rules.ts';

const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0;

/** What else would get content, which an encrypted form sends to its inbox alone. */
function* faultsOfOtherPlaces(path: string, { document, form }: Beside): Generator<Fault> {
  for (const name of ['targets', 'copies'] as const) {
    if (!isFilled(document[name])) continue;
    const message = `An encrypted form sends to its inbox alone. Leave out either \`${name}\` or \`encryption\`.`;
    yield { path, message };
  }
  if (form?.targets.some(isOutside)) {
    const message =
      'An encrypted form sends to its inbox alone. This one has a webhook in its `delivery`: make a form with ' +
      'the mode email.';
    yield { path, message };
  }
}

const NAMES = { openpgp: 'OpenPGP', age: 'age' } as const;

/** Without it more people can read mails, with another key somebody else. */
export const ENCRYPTION: SettingRules<'encryption'> = {
  faults: (_value, path, beside) => faultsOfOtherPlaces(path, beside),
  normalise: ({ type, key }) => ({ type, key: key.trim() }),
  widens: (before, after) => !isSame(before, after),
  /** As its owner compares it: an OpenPGP key by its fingerprint. */
  describe: ({ type, key }) => [
    `${NAMES[type]} ${(type === 'openpgp' ? fingerprintOf(key) : undefined) ?? key.trim()}`,
  ],
};
