import { isOutside } from '../targets/channels.ts';
import { fingerprintOf } from '../../mail/encryption/key-packets.ts';
import { isSame, type SettingRules } from './setting-rules.ts';

const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0;

/** Without a key more people can read mails; with another key, somebody else can. */
export const ENCRYPTION: SettingRules<'encryption'> = {
  /** An encrypted form sends to its inbox alone, so targets and copies are faults. */
  judge(_value, report, { document, form }) {
    for (const name of ['targets', 'copies'] as const) {
      if (!isFilled(document[name])) continue;
      report(
        `An encrypted form sends to its inbox alone. Leave out either \`${name}\` or \`encryption\`.`,
      );
    }
    if (!form?.targets.some(isOutside)) return;
    report(
      'An encrypted form sends to its inbox alone. This one has a webhook in its `delivery`: make a form with ' +
        'the mode email.',
    );
  },
  normalise: ({ type, key }) => ({ type, key: key.trim() }),
  widens: (before, after) => !isSame(before, after),
  /** The owner compares the fingerprint. */
  describe: ({ key }) => [`OpenPGP ${fingerprintOf(key) ?? key.trim()}`],
};
