/** Charsets of the Encoding Standard in which pages are written, and a script of each. */
export const CHARSETS: Readonly<Record<string, RegExp>> = {
  'windows-1252': /[\p{sc=Latin}\p{P}\p{Sc}]/u,
  'iso-8859-2': /\p{sc=Latin}/u,
  'iso-8859-15': /[\p{sc=Latin}€]/u,
  'windows-1250': /\p{sc=Latin}/u,
  'windows-1251': /\p{sc=Cyrillic}/u,
  'koi8-r': /\p{sc=Cyrillic}/u,
  'windows-1253': /\p{sc=Greek}/u,
  'windows-1255': /\p{sc=Hebrew}/u,
  'windows-1256': /\p{sc=Arabic}/u,
  'windows-874': /\p{sc=Thai}/u,
  shift_jis: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u,
  'euc-jp': /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u,
  gbk: /\p{sc=Han}/u,
  gb18030: /\p{sc=Han}/u,
  big5: /\p{sc=Han}/u,
  'euc-kr': /\p{sc=Hangul}/u,
};

const made = new Map<string, ReadonlyMap<string, Buffer>>();

/** The one- and two-octet characters of a charset with their octets, found by decoding them all. */
export function charactersIn(charset: string): ReadonlyMap<string, Buffer> {
  let characters = made.get(charset);
  if (!characters) {
    const found = new Map<string, Buffer>();
    const decoder = new TextDecoder(charset);
    const note = (...octets: number[]) => {
      const text = decoder.decode(Uint8Array.from(octets));
      if (Array.from(text).length === 1 && text !== '\ufffd' && !found.has(text)) {
        found.set(text, Buffer.from(octets));
      }
    };
    for (let one = 0; one < 0x100; one += 1) note(one);
    for (let lead = 0x81; lead < 0xff; lead += 1) {
      for (let trail = 0x30; trail < 0xff; trail += 1) note(lead, trail);
    }
    characters = found;
    made.set(charset, found);
  }
  return characters;
}

/** Text in a charset; a browser writes what it lacks as a number. */
export function encodeIn(charset: string, text: string): Buffer {
  if (charset === 'utf-8') return Buffer.from(text);
  if (charset === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (charset === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const characters = charactersIn(charset);
  const octets = Array.from(text, (character) => {
    const own = characters.get(character);
    return own ?? Buffer.from(`&#${character.codePointAt(0)};`);
  });
  return Buffer.concat(octets);
}
