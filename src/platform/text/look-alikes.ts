/** Letters of other alphabets, and signs, that look like a Latin letter in many fonts. */
const ALIKE: Record<string, string> = {
  a: 'аαɑᴀ@',
  b: 'вβʙ',
  c: 'сϲᴄ',
  d: 'ԁđᴅ',
  e: 'еεэɛᴇ3',
  f: 'ꜰϝ',
  g: 'ɡցɢ',
  h: 'нһհħΗʜ',
  k: 'кκᴋ',
  l: 'iіιıɩɪјjլӏłʟ1|!',
  m: 'мΜᴍ',
  n: 'пηոΝɴ',
  o: 'оοօøᴏ0',
  p: 'рρᴘ',
  q: 'ԛզ',
  r: 'гʀ',
  s: 'ѕꜱ5$',
  t: 'тτŧᴛ',
  u: 'υսᴜ',
  v: 'νѵᴠ',
  w: 'ԝѡωᴡ',
  x: 'хχ',
  y: 'уүγΥʏ',
  z: 'ζᴢ',
};

const LATIN: ReadonlyMap<string, string> = new Map(
  Object.entries(ALIKE).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin])),
);

const toLatin = (character: string) =>
  LATIN.get(character) ?? LATIN.get(character.toLowerCase()) ?? character.toLowerCase();

/** The Latin letters that a character looks like; empty for spaces, marks and other scripts. */
const lettersOf = (character: string) =>
  Array.from(character.normalize('NFKD'), toLatin)
    .join('')
    .replace(/[^a-z]/g, '');

/** Those of the first characters of Unicode, which most texts consist of. */
const COMMON = Array.from({ length: 0x180 }, (_, code) => lettersOf(String.fromCharCode(code)));

/**
 * A text as a hurried reader sees it: Latin letters for look-alikes, without spaces, marks and case.
 * Texts that look alike have the same result.
 */
export function looksOf(text: string): string {
  let letters = '';
  for (const character of text) {
    letters += COMMON[character.codePointAt(0) ?? 0] ?? lettersOf(character);
  }
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w');
}
