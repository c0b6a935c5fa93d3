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

/**
 * A text as a hurried reader sees it: Latin letters for look-alikes, without spaces, marks and case.
 * Texts that look alike have the same result.
 */
export function looksOf(text: string): string {
  const letters = Array.from(text.normalize('NFKD'), toLatin).join('');
  return letters
    .replace(/[^a-z]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
