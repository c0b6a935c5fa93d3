/** The content of a text or a file that should be a public key. */
export type ReadKey = { key: string } | 'private' | 'unknown';

/** Words that the private keys of any program have in them. */
const PRIVATE = /PRIVATE KEY|AGE-SECRET-KEY-|SECRET KEY BLOCK/i;

const [BEGIN = '', END = ''] = ['BEGIN', 'END'].map(
  (word) => `-----${word} PGP PUBLIC KEY BLOCK-----`,
);

/** The first armored block of a text. */
export function blockIn(text: string): string | undefined {
  const at = text.indexOf(BEGIN);
  const end = text.indexOf(END, at);
  return at < 0 || end < 0 ? undefined : text.slice(at, end + END.length);
}

/** Tags of packets that begin a key (RFC 9580, 5.1). */
const [SECRET_KEY, PUBLIC_KEY] = [5, 6];

/** The tag of the first packet of OpenPGP data (RFC 9580, 4.2). */
function firstTag(bytes: Uint8Array): number | undefined {
  const [head = 0] = bytes;
  if ((head & 0x80) === 0 || bytes.length < 6) return undefined;
  return (head & 0x40) === 0 ? (head >> 2) & 15 : head & 63;
}

const toBytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

/** The first octets of an armored block. */
function beginningOf(block: string): Uint8Array {
  const [, data = ''] = /\n[ \t]*\n([A-Za-z0-9+/]{8})/.exec(block.replaceAll('\r', '')) ?? [];
  return toBytes(atob(data));
}

function armor(bytes: Uint8Array): string {
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const lines = data.match(/.{1,64}/g) ?? [];
  return [BEGIN, '', ...lines, END, ''].join('\n');
}

/** Reads a text in which a public key should be: what programs write around it is left out. */
export function readKeyText(text: string): ReadKey {
  if (PRIVATE.test(text)) return 'private';
  const block = blockIn(text);
  if (block === undefined) return 'unknown';
  // Whatever its title says.
  return firstTag(beginningOf(block)) === SECRET_KEY ? 'private' : { key: `${block}\n` };
}

/** Reads the octets of a file, armored or not. */
export function readKeyFile(bytes: Uint8Array): ReadKey {
  const tag = firstTag(bytes);
  if (tag === SECRET_KEY) return 'private';
  if (tag === PUBLIC_KEY) return { key: armor(bytes) };
  return readKeyText(new TextDecoder().decode(bytes));
}
