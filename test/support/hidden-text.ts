import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes in which something could be hidden, under a name for the report. */
export interface Place {
  name: string;
  bytes: Buffer;
}

/** Base64 at the three offsets in a longer text, without characters that neighbours change. */
function base64Of(bytes: Buffer): Buffer[] {
  return [0, 1, 2].flatMap((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes]);
    const full = Math.floor(whole.length / 3) * 4;
    const kept = [whole.toString('base64'), whole.toString('base64url')];
    return kept.map((text) => Buffer.from(text.slice(shift === 0 ? 0 : 4, full)));
  });
}

const percentOf = (hex: string) => hex.replace(/../g, '%$&');

/** The forms in which text, or a key, could hide in a file. */
export function hiddenForms(secret: string | Buffer): Buffer[] {
  const bytes = Buffer.from(secret);
  const text = bytes.toString('utf8');
  const hex = bytes.toString('hex');
  const texts = [encodeURIComponent(text), hex, hex.toUpperCase(), percentOf(hex)];
  const utf16 = Buffer.from(text, 'utf16le');
  return [
    bytes,
    ...texts.map((form) => Buffer.from(form)),
    Buffer.from(percentOf(hex.toUpperCase())),
    ...base64Of(bytes),
    utf16,
    Buffer.from(utf16).swap16(),
  ];
}

/** Every file below a folder. */
export function filesIn(folder: string): Place[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({ name, bytes: readFileSync(join(parentPath, name)) }));
}

/** Where which secrets are found in any form; empty when nowhere. */
export function findHidden(
  places: readonly Place[],
  secrets: Readonly<Record<string, string | Buffer>>,
): string[] {
  return Object.entries(secrets).flatMap(([label, secret]) => {
    const forms = hiddenForms(secret);
    const holding = places.filter(({ bytes }) => forms.some((form) => bytes.includes(form)));
    return holding.map(({ name }) => `${label} is in ${name}`);
  });
}
