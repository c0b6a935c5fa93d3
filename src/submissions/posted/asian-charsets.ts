/** The syllables of Hangul in Unicode. */
const HANGUL = { first: 0xac00, last: 0xd7a3 };

const isLaterTrail = (lead: number, octet: number) =>
  (octet >= 0x41 && octet <= 0x5a) ||
  (octet >= 0x61 && octet <= 0x7a) ||
  (octet >= 0x81 && octet <= (lead < 0xa1 ? 0xfe : 0xa0));

const EUC_KR = 'euc-kr';

/** The characters that Node.js knows, by both octets, and two signs. */
function readPairs(): Map<number, string> {
  const pairs: number[] = [];
  for (let lead = 0xa1; lead <= 0xfe; lead += 1) {
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) pairs.push(lead * 256 + trail);
  }
  const octets = pairs.flatMap((pair) => [pair >> 8, pair & 0xff, 0x0a]);
  const characters = new TextDecoder(EUC_KR).decode(Uint8Array.from(octets)).split('\n');
  const found = new Map([
    [0xa2e6, '€'],
    [0xa2e7, '®'],
  ]);
  for (const [at, pair] of pairs.entries()) {
    const character = characters[at] ?? '';
    if (character.length === 1 && character !== '\ufffd') found.set(pair, character);
  }
  return found;
}

/** All characters by both octets: the other syllables stand in the order of Unicode. */
function makePairs(): ReadonlyMap<number, string> {
  const made = readPairs();
  const early = new Set(made.values());
  let code = HANGUL.first;
  for (let pair = 0x8141; pair <= 0xc652; pair += 1) {
    if (!isLaterTrail(pair >> 8, pair & 0xff)) continue;
    while (early.has(String.fromCharCode(code))) code += 1;
    if (code <= HANGUL.last) made.set(pair, String.fromCharCode(code));
    code += 1;
  }
  return made;
}

let pairsOfKorean: ReadonlyMap<number, string> | undefined;

/** Decodes EUC-KR with all syllables (Encoding Standard). Throws TypeError for invalid octets. */
function decodeEucKr(octets: Buffer): string {
  pairsOfKorean ??= makePairs();
  let text = '';
  for (let at = 0; at < octets.length; at += 1) {
    const lead = octets[at] ?? 0;
    if (lead < 0x80) text += String.fromCharCode(lead);
    else {
      at += 1;
      const character = pairsOfKorean.get(lead * 256 + (octets[at] ?? 0));
      if (character === undefined) throw new TypeError('not in EUC-KR');
      text += character;
    }
  }
  return text;
}

const letters = (first: string, count: number) =>
  String.fromCharCode(...Array.from({ length: count }, (_, at) => first.charCodeAt(0) + at));

const RADICALS = '丶丿亅亠冂冖冫勹匸卩厶夊宀巛⼳广廴彐彡攴无疒癶辵隶';
const CYRILLIC = 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя';

/** Big5 characters that Node.js does not map, by the first of their private codes. */
const PRIVATE: readonly (readonly [first: number, characters: readonly string[]])[] = [
  [
    0xf6b1,
    Array.from(
      letters('①', 10) +
        letters('⑴', 10) +
        letters('ⅰ', 10) +
        `${RADICALS}¨ˆヽヾゝゞ〃仝々〆〇ー［］✽` +
        letters('ぁ', 83) +
        letters('ァ', 86) +
        `${CYRILLIC}⇧↸↹㇏𠃌乚𠂊刂䒑龰冈龱𧘇`,
    ),
  ],
  [0xf817, Array.from('￢￤＇＂㈱№℡゛゜')],
];

/** Decodes Big5 with browsers' Japanese and Cyrillic letters. Throws TypeError if invalid. */
function decodeBig5(octets: Buffer): string {
  return new TextDecoder('big5', { fatal: true })
    .decode(octets)
    .replace(/[\uf6b1-\uf848]/g, (character) => {
      const code = character.charCodeAt(0);
      const found = PRIVATE.map(([first, characters]) => characters[code - first]);
      return found.find((one) => one !== undefined) ?? character;
    });
}

/** Charsets that Node.js decodes with gaps. Each function throws TypeError for invalid octets. */
export const GAPPY: ReadonlyMap<string, (octets: Buffer) => string> = new Map([
  [EUC_KR, decodeEucKr],
  ['big5', decodeBig5],
]);
