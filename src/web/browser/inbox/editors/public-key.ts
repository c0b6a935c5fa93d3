/** What a text or a file that should be a public key turns out to be. */
export type ReadKey = { type: 'openpgp' | 'age'; key: string } | 'private' | 'unknown';

/** What private keys of any program have in them as text. */
const PRIVATE = /PRIVATE KEY|AGE-SECRET-KEY-|SECRET KEY BLOCK/i;

const [BEGIN, END] = ['BEGIN', 'END'].map((word) => `-----${word} PGP PUBLIC KEY BLOCK-----`) as [
  string,
  string,
];

/** The first armored block of a text. */
function blockIn(text: string): string | undefined {
  const at = text.indexOf(BEGIN);
  const end = text.indexOf(END, at);
  return at < 0 || end < 0 ? undefined : text.slice(at, end + END.length);
}

const RECIPIENT = /\bage1[0-9a-z]{20,}\b/i;

/** Tags of packets that begin a key (RFC 9580, 5.1). */
const [SECRET_KEY, PUBLIC_KEY] = [5, 6];

/** The octets of an armored block; empty where it is none. */
function dearmor(block: string): Uint8Array<ArrayBuffer> {
  const [, ...parts] = block.replaceAll('\r', '').split(/\n[ \t]*\n/);
  const lines = parts.join('\n').split('\n');
  const data = lines.map((line) => line.trim()).filter((line) => /^[\w+/]+={0,2}$/.test(line));
  try {
    return Uint8Array.from(atob(data.join('')), (sign) => sign.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function armor(bytes: Uint8Array): string {
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const lines = data.match(/.{1,64}/g) ?? [];
  return [BEGIN, '', ...lines, END, ''].join('\n');
}

/** How many octets the head of a packet has, and how many its body; keys have no partial lengths. */
function measure(bytes: Uint8Array<ArrayBuffer>): [head: number, body: number] {
  const [head = 0, first = 0, second = 0] = bytes;
  const view = new DataView(bytes.buffer);
  if ((head & 0x40) === 0) {
    const octets = 1 << (head & 3);
    const lengths = { 1: first, 2: view.getUint16(1), 4: view.getUint32(1) };
    return [1 + octets, lengths[octets as keyof typeof lengths] ?? 0];
  }
  if (first < 192) return [2, first];
  return first < 224 ? [3, (first - 192) * 256 + second + 192] : [6, view.getUint32(2)];
}

/** The first packet of OpenPGP data (RFC 9580, 4.2). */
function firstPacket(bytes: Uint8Array<ArrayBuffer>) {
  const [head = 0] = bytes;
  if ((head & 0x80) === 0 || bytes.length < 6) return undefined;
  const tag = (head & 0x40) === 0 ? (head >> 2) & 15 : head & 63;
  const [begin, length] = measure(bytes);
  return { tag, body: bytes.subarray(begin, begin + length) };
}

function readOctets(bytes: Uint8Array<ArrayBuffer>): 'public' | 'private' | undefined {
  const tag = firstPacket(bytes)?.tag;
  if (tag === SECRET_KEY) return 'private';
  return tag === PUBLIC_KEY ? 'public' : undefined;
}

/** Reads a text in which a public key should be: what programs write around it is left out. */
export function readKeyText(text: string): ReadKey {
  if (PRIVATE.test(text)) return 'private';
  const block = blockIn(text);
  if (block !== undefined) {
    const kind = readOctets(dearmor(block));
    return kind === 'private' ? kind : { type: 'openpgp', key: `${block}\n` };
  }
  const [recipient] = RECIPIENT.exec(text) ?? [];
  return recipient === undefined ? 'unknown' : { type: 'age', key: recipient.toLowerCase() };
}

/** Reads the octets of a file, armored or not. */
export function readKeyFile(bytes: Uint8Array<ArrayBuffer>): ReadKey {
  const kind = readOctets(bytes);
  if (kind === 'private') return kind;
  if (kind === 'public') return { type: 'openpgp', key: armor(bytes) };
  return readKeyText(new TextDecoder().decode(bytes));
}

/** By the version of a key, what is hashed before its packet, and how (RFC 9580, 5.5.4). */
const FINGERPRINTS: Readonly<Record<number, { start: number; octets: 2 | 4; hash: string }>> = {
  4: { start: 0x99, octets: 2, hash: 'SHA-1' },
  6: { start: 0x9b, octets: 4, hash: 'SHA-256' },
};

/** The fingerprint of an armored key, in groups of four; undefined where this browser cannot tell. */
export async function fingerprintOf(key: string): Promise<string | undefined> {
  const block = blockIn(key) ?? '';
  const packet = firstPacket(dearmor(block));
  const way = FINGERPRINTS[packet?.body[0] ?? 0];
  if (packet?.tag !== PUBLIC_KEY || !way) return undefined;
  const { start, octets, hash } = way;
  const { body } = packet;
  const hashed = new Uint8Array(1 + octets + body.length);
  const view = new DataView(hashed.buffer);
  view.setUint8(0, start);
  if (octets === 2) view.setUint16(1, body.length);
  else view.setUint32(1, body.length);
  hashed.set(body, 1 + octets);
  // Pages without https have no crypto.subtle.
  const digest = await Promise.try(() => crypto.subtle.digest(hash, hashed)).catch(() => undefined);
  if (!digest) return undefined;
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  return (hex.toUpperCase().match(/.{1,4}/g) ?? []).join(' ');
}
