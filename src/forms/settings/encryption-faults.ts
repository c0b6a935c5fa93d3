import type { FormSettings } from '../../contract/form-settings.ts';
import { isOutside, type Targets } from '../../delivery/channels/channels.ts';
import { fingerprintOf } from '../../mail/encryption/key-packets.ts';
import type { Fault } from './schema-faults.ts';

type Encryption = NonNullable<FormSettings['encryption']>;

const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0;

/** What else would get content, which an encrypted form sends to its inbox alone. */
export function* faultsOfOtherPlaces(
  path: string,
  document: Readonly<Record<string, unknown>>,
  targets: Targets | undefined,
): Generator<Fault> {
  for (const name of ['targets', 'copies'] as const) {
    if (!isFilled(document[name])) continue;
    const message = `An encrypted form sends to its inbox alone. Leave out either \`${name}\` or \`encryption\`.`;
    yield { path, message };
  }
  if (targets?.some(isOutside)) {
    const message =
      'An encrypted form sends to its inbox alone. This one has a webhook in its `delivery`: make a form with ' +
      'the mode email.';
    yield { path, message };
  }
}

const NAMES = { openpgp: 'OpenPGP', age: 'age' } as const;

/** A key as its owner compares it: an OpenPGP key by its fingerprint. */
export const describeEncryption = ({ type, key }: Encryption): string[] => [
  `${NAMES[type]} ${(type === 'openpgp' ? fingerprintOf(key) : undefined) ?? key.trim()}`,
];
