import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ARMOR_BEGIN } from '../../mail/armor.ts';
import { parseMail } from '../../mail/parse-mail.ts';
import { attachmentBytes, collect } from '../../platform/text/octets.ts';
import { faultOf } from '../command.ts';
import type { OpenMail } from './mailbox.ts';

/** Milliseconds for one mail: the agent of GnuPG may ask for a passphrase. */
const PATIENCE = 120_000;

/** Octets of a decrypted mail. */
const MOST_DECRYPTED = 67_108_864;

/**
 * The output of a program for these octets; undefined if it fails or writes too much. Rejects if it
 * cannot start or takes too long.
 */
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
  const { attachments } = await parseMail(raw);
  return attachments
    .map(attachmentBytes)
    .find((octets) => octets.subarray(0, 64).includes(ARMOR_BEGIN));
}

/** Decrypts mails with the user's GnuPG; gives `note` a sentence about those it cannot open. */
export const createDecrypt =
  (note: (sentence: string) => void): OpenMail =>
  async (raw) => {
    const octets = await findArmor(raw);
    if (!octets) return undefined;
    try {
      const mail = await pipeThrough('gpg', GPG, octets);
      if (!mail) note('Some mails stay encrypted: gpg has no key for them.');
      return mail;
    } catch (error) {
      const reason =
        faultOf(error) === 'ENOENT' ? 'is not installed' : `failed (${faultOf(error)})`;
      note(`Some mails stay encrypted: gpg ${reason}.`);
      return undefined;
    }
  };
