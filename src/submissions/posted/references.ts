/** A character outside the page's charset, as browsers send it (HTML, "form submission"). */
const REFERENCE = /&#(\d{3,7});/g;

const LARGEST = 0x10_ffff;

/** Charsets that lack nothing. */
const COMPLETE = /^(?:utf-|gb18030$)/;

/** Charsets that encode a character longer or not at all, and one with the same characters. */
const TWINS: Readonly<Record<string, string>> = {
  'iso-2022-jp': 'shift_jis',
  'euc-jp': 'shift_jis',
};

/** The characters of charsets, of which there are fewer than forty. */
const known = new Map<string, ReadonlySet<string>>();

/** The characters that take one or two octets. */
function charactersOf(charset: string): ReadonlySet<string> {
  const name = TWINS[charset] ?? charset;
  let characters = known.get(name);
  if (!characters) {
    const octets: number[] = [];
    const end = 0x0a;
    for (let lead = 0x80; lead < 0x100; lead += 1) {
      octets.push(lead, end);
      for (let trail = 0x40; trail < 0x100; trail += 1) octets.push(lead, trail, end);
    }
    characters = new Set(new TextDecoder(name).decode(Uint8Array.from(octets)));
    known.set(name, characters);
  }
  return characters;
}

/** Restores characters that a browser sent as numbers, because the charset lacks them. */
export function withReferences(text: string, charset: string): string {
  if (!text.includes('&#') || COMPLETE.test(charset)) return text;
  const characters = charactersOf(charset);
  return text.replace(REFERENCE, (written, number: string) => {
    const code = Number(number);
    if (code < 0x80 || code > LARGEST) return written;
    const character = String.fromCodePoint(code);
    return characters.has(character) ? written : character.toWellFormed();
  });
}
