import { existsSync } from 'node:fs';
import { OPERATIONS } from '../../contract/operations.ts';
import { Keyring } from '../../platform/secrets/keyring.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { keyFileFor, readKeys } from '../../platform/stores/key-file.ts';
import type { TrustedKeys } from '../../submissions/receipts/verify-receipt.ts';
import { CommandError } from '../command.ts';

/** The key of the deployment on this machine, from its settings and key file. */
export function ownKeys(settings: Settings): TrustedKeys {
  const keyFile = keyFileFor(settings);
  if (keyFile !== undefined && !existsSync(keyFile)) {
    throw new CommandError(
      'There is no key on this machine to check with: add --keys with the URL of the service that ' +
        `you trust, ending in ${OPERATIONS.getReceiptKeys.path}, or with a file that has its content.`,
    );
  }
  const { sealing, index } = readKeys(settings, false);
  const { x, kid } = new Keyring(sealing, index).signing.publicJwk;
  return new Map([[kid, x]]);
}
