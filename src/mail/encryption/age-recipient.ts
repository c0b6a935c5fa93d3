import { KeyFault } from './key-packets.ts';
import type { EncryptStream } from './openpgp-key.ts';

const PRIVATE =
  'This is a private key of age. Keep it to yourself and send the public one, which `age-keygen -y key.txt` ' +
  'prints. It has left your machine now: better make a new one.';

const SSH = 'SSH keys are not supported. Make a key with `age-keygen` and send its `age1…` line.';

const NOT_SUPPORTED =
  'It is not an age recipient that this service supports. Send one that begins with `age1` or `age1pq1`, as ' +
  '`age-keygen` prints it.';

const SEVERAL = 'It has several recipients. Send one.';

/** As `age-keygen` prints it: X25519, and the hybrid with ML-KEM-768. Plugins have a further `1`. */
const RECIPIENT = /^(?:age1pq1|age1)[02-9ac-hj-np-z]+$/;

/** Characters of a recipient; the hybrid ones have 1,959. */
const MOST_CHARACTERS = 2_048;

/** The library takes 50 milliseconds to load. */
const loadAge = () => import('age-encryption');

/** The recipient in a text; throws KeyFault. */
export async function readAgeRecipient(text: string): Promise<string> {
  const recipient = text.trim();
  if (/AGE-(?:SECRET-KEY|PLUGIN)-/i.test(recipient)) throw new KeyFault(PRIVATE);
  if (/^(?:ssh|ecdsa|sk)-/.test(recipient)) throw new KeyFault(SSH);
  if (/\s/.test(recipient)) throw new KeyFault(SEVERAL);
  const isShort = recipient.length <= MOST_CHARACTERS;
  if (!isShort || !RECIPIENT.test(recipient)) throw new KeyFault(NOT_SUPPORTED);
  const { Encrypter } = await loadAge();
  try {
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    // Points of low order are found only here.
    await encrypter.encrypt('');
  } catch {
    throw new KeyFault(NOT_SUPPORTED);
  }
  return recipient;
}

/** Encrypts octets to a recipient that was checked when it was set. */
export async function createAgeEncrypt(recipient: string): Promise<EncryptStream> {
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return (octets) => encrypter.encrypt(octets);
}
