/** A parameter as `name: type`. */
type Parameter = `${string}: ${string}`;

/** How a language says what a function takes: TypeScript beside the names, JavaScript in a comment. */
interface Dialect {
  types: string;
  comment(text: string, ...parameters: readonly Parameter[]): string;
  names(...parameters: readonly Parameter[]): string;
  /** Before a function without a comment. */
  cast(signature: string): string;
}

const CHALLENGE = 'challenge: Challenge';
const RANGE = ['begin: number', 'end: number'] as const;
const MEMBERS = [
  'algorithm: string',
  'challenge: string',
  'maxnumber: number',
  'salt: string',
  'signature: string',
] as const satisfies Parameter[];

const TYPESCRIPT: Dialect = {
  types: `/** What the service asks for (ALTCHA, version 1). */
interface Challenge {
${MEMBERS.map((member) => `  ${member};`).join('\n')}
}`,
  comment: (text) => `/** ${text} */`,
  names: (...parameters) => parameters.join(', '),
  cast: () => '',
};

/** With types, so that it passes TypeScript's `checkJs`. */
const JAVASCRIPT: Dialect = {
  types: `/**
 * What the service asks for (ALTCHA, version 1).
 * @typedef {object} Challenge
${MEMBERS.map((member) => member.replace(/^(\w+): (.+)/, ' * @property {$2} $1')).join('\n')}
 */`,
  comment(text, ...parameters) {
    const lines = parameters.map((parameter) =>
      parameter.replace(/^(\w+): (.+)/, '@param {$2} $1'),
    );
    return `/**\n * ${[text, ...lines].join('\n * ')}\n */`;
  },
  names: (...parameters) => parameters.map((parameter) => parameter.replace(/: .*/, '')).join(', '),
  cast: (signature) => `/** @type {${signature}} */\n  `,
};

/** The rounds of SHA-256 for each block of `text`. */
const HASH_BLOCKS = `    for (let done = 0; done < text.length + 9; done += 64) {
      const rest = text.length - done;
      bytes.fill(0, 0, 64);
      for (let at = 0; at < 64 && at <= rest; at += 1) {
        bytes[at] = at < rest ? text.charCodeAt(done + at) : 128;
      }
      if (rest < 56) memory.setInt32(60, 8 * text.length);
      let { a, b, c, d, e, f, g, h } = hash;
      for (let at = 0; at < 64; at += 1) {
        if (at > 15) {
          const x = word(at - 15);
          const y = word(at - 2);
          const near = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
          const far = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
          memory.setInt32(4 * at, word(at - 16) + near + word(at - 7) + far);
        }
        const choice = ((e & f) ^ (~e & g)) + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25));
        const most = ((a & b) | (c & (a | b))) + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22));
        const sum = h + choice + word(64 + at) + word(at);
        [a, b, c, d, e, f, g, h] = [(sum + most) | 0, a, b, c, (d + sum) | 0, e, f, g];
      }
      hash = {
        a: (hash.a + a) | 0,
        b: (hash.b + b) | 0,
        c: (hash.c + c) | 0,
        d: (hash.d + d) | 0,
        e: (hash.e + e) | 0,
        f: (hash.f + f) | 0,
        g: (hash.g + g) | 0,
        h: (hash.h + h) | 0,
      };
    }`;

/**
 * SHA-256 (FIPS 180-4) by hand: crypto.subtle takes two to four times as long for short texts, and
 * pages without https lack it. A DataView has words in the order of SHA-256.
 */
const findNumber = ({ comment, names, cast }: Dialect) => `${comment(
  'Finds the number from `begin` to `end` whose SHA-256, after the salt, is the challenge.',
  CHALLENGE,
  ...RANGE,
)}
function findNumber(${names(CHALLENGE, ...RANGE)}) {
  ${cast('(word: number, by: number) => number')}const turn = (${names('word: number', 'by: number')}) => (word >>> by) | (word << (32 - by));
  const memory = new DataView(new ArrayBuffer(512));
  const bytes = new Uint8Array(memory.buffer);
  ${cast('(at: number) => number')}const word = (${names('at: number')}) => memory.getInt32(4 * at);
  const primes = [2];
  for (let n = 3; primes.length < 64; n += 2) {
    if (primes.every((prime) => n % prime > 0)) primes.push(n);
  }
  const constants = primes.map((prime) => (Math.cbrt(prime) % 1) * 2 ** 32);
  constants.forEach((constant, at) => memory.setInt32(256 + 4 * at, constant));
  const parts = [0, 8].map((at) => challenge.challenge.slice(at, at + 8));
  const [first, second] = parts.map((hex) => Number.parseInt(hex, 16) | 0);
  for (let number = begin; number <= end; number += 1) {
    const text = challenge.salt + number;
    let hash = {
      a: 0x6a09e667,
      b: 0xbb67ae85,
      c: 0x3c6ef372,
      d: 0xa54ff53a,
      e: 0x510e527f,
      f: 0x9b05688c,
      g: 0x1f83d9ab,
      h: 0x5be0cd19,
    };
${HASH_BLOCKS}
    if (hash.a === first && hash.b === second) return number;
  }
  return undefined;
}`;

const solve = ({ comment, names }: Dialect) => `${comment(
  'Does the work that a challenge asks for, and resolves to what the field `altcha` says of it.',
  CHALLENGE,
)}
async function solve(${names(CHALLENGE)}) {
  const { maxnumber, ...asked } = challenge;
  const begun = Date.now();
  const number = await findInWorker(challenge).catch(() => findHere(challenge));
  if (number === undefined) throw new Error('The challenge has no solution.');
  return btoa(JSON.stringify({ ...asked, number, took: Date.now() - begun }));
}

${comment('Beside the page, so that it stays quick. Fails where the page forbids it.', CHALLENGE)}
async function findInWorker(${names(CHALLENGE)}) {
  const work = \`onmessage = ({ data }) =>
    postMessage((\${findNumber})(data, 0, data.maxnumber));\`;
  const url = URL.createObjectURL(new Blob([work], { type: 'text/javascript' }));
  const worker = new Worker(url);
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = reject;
      worker.postMessage(challenge);
    });
  } finally {
    worker.terminate();
    URL.revokeObjectURL(url);
  }
}

${comment('In the page itself, with pauses for everything else.', CHALLENGE)}
async function findHere(${names(CHALLENGE)}) {
  const step = 2000;
  for (let begin = 0; begin <= challenge.maxnumber; begin += step) {
    const end = Math.min(begin + step, challenge.maxnumber);
    const number = findNumber(challenge, begin, end);
    if (number !== undefined) return number;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return undefined;
}`;

const solver = (dialect: Dialect) =>
  [dialect.types, solve(dialect), findNumber(dialect)].join('\n\n');

/** The function `solve(challenge)` and what it needs, for form code and for the pages of the service. */
export const SOLVER = solver(JAVASCRIPT);

/** The same in TypeScript. */
export const SOLVER_TYPED = solver(TYPESCRIPT);
