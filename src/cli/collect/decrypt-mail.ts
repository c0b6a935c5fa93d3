import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import PostalMime from 'postal-mime';
import { ARMORS } from '../../mail/armor.ts';
import { attachmentBytes, collect } from '../../platform/text/octets.ts';
import { faultOf } from '../operator/command.ts';
import type { OpenMail } from './mailbox.ts';

/** Milliseconds for one mail: the agent of GnuPG may ask for a passphrase. */
const PATIENCE = 120_000;

/** Octets of a decrypted mail. */
const MOST_DECRYPTED = 67_108_864;

/** What a program writes when it gets these octets; undefined if it fails or writes too much. Rejects if it cannot start or takes too long. */
async function pipeThrough(name: string, args: readonly string[], octets: Buffer) {
  const signal = AbortSignal.timeout(PATIENCE);
  const program = spawn(name, args, { stdio: ['pipe', 'pipe', 'ignore'], signal });
  // It may end before it has read everything.
  program.stdin.on('error', () => undefined);
  program.stdin.end(octets);
  const [written, [code]] = await Promise.all([
    collect(program.stdout, MOST_DECRYPTED),
    once(program, 'close') as Promise<[number | null]>,
  ]);
  return code === 0 ? written : undefined;
}

/** Reads no options of the mail, and fetches no keys. */
const GPG = [
  '--batch',
  '--no-tty',
  '--quiet',
  '--no-auto-key-retrieve',
  '--skip-verify',
  '--decrypt',
];

/** The armored data of an encrypted mail. */
async function findArmor(raw: Buffer) {
  const { attachments } = await PostalMime.parse(raw, { maxNestingDepth: 10 });
  for (const attachment of attachments) {
    const octets = attachmentBytes(attachment);
    for (const [type, { name }] of Object.entries(ARMORS)) {
      if (octets.subarray(0, 64).includes(`-----BEGIN ${name}-----`)) return { type, octets };
    }
  }
  return undefined;
}

/** Decrypts mails with the programs and keys of the user, and gives `note` a sentence for each that stays encrypted. */
export function createDecrypt(
  identity: string | undefined,
  note: (sentence: string) => void,
): OpenMail {
  const say = (sentence: string) => {
    note(sentence);
    return undefined;
  };

  async function decrypt(program: string, args: readonly string[], octets: Buffer) {
    try {
      const mail = await pipeThrough(program, args, octets);
      return mail ?? say(`Some mails stay encrypted: ${program} has no key for them.`);
    } catch (error) {
      const reason =
        faultOf(error) === 'ENOENT' ? 'is not installed' : `failed (${faultOf(error)})`;
      return say(`Some mails stay encrypted: ${program} ${reason}.`);
    }
  }

  return async (raw) => {
    const armor = await findArmor(raw);
    if (!armor) return undefined;
    if (armor.type === 'openpgp') return decrypt('gpg', GPG, armor.octets);
    if (identity !== undefined) {
      return decrypt('age', ['--decrypt', '--identity', resolve(identity)], armor.octets);
    }
    return say('Some mails stay encrypted: name the file with the key by --age-identity.');
  };
}
