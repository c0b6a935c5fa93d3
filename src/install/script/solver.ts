/** The service's challenge (ALTCHA, version 1). */
export interface Challenge {
  algorithm: string;
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
}

/** Solves a challenge; resolves to the value of the field `altcha`. */
export async function solve(challenge: Challenge): Promise<string> {
  const { maxnumber: _, ...asked } = challenge;
  const begun = Date.now();
  const number = await findInWorker(challenge).catch(() => findHere(challenge));
  if (number === undefined) throw new Error('The challenge has no solution.');
  return btoa(JSON.stringify({ ...asked, number, took: Date.now() - begun }));
}

/** Beside the page, so that it stays quick. Fails where the page forbids it. */
async function findInWorker(challenge: Challenge): Promise<number | undefined> {
  const work = `onmessage = ({ data }) =>
    postMessage((${findNumber.toString()})(data, 0, data.maxnumber));`;
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

/** In the page itself, with pauses for everything else. */
async function findHere(challenge: Challenge): Promise<number | undefined> {
  const step = 2000;
  for (let begin = 0; begin <= challenge.maxnumber; begin += step) {
    const end = Math.min(begin + step, challenge.maxnumber);
    const number = findNumber(challenge, begin, end);
    if (number !== undefined) return number;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return undefined;
}

/** Finds the number from `begin` to `end` whose SHA-256, after the salt, is the challenge. */
function findNumber(challenge: Challenge, begin: number, end: number): number | undefined {
  const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
  const memory = new DataView(new ArrayBuffer(512));
  const bytes = new Uint8Array(memory.buffer);
  const word = (at: number): number => memory.getInt32(4 * at);
  const primes = [2];
  for (let n = 3; primes.length < 64; n += 2) {
    if (primes.every((prime) => n % prime > 0)) primes.push(n);
  }
  primes.forEach((prime, at) => memory.setInt32(256 + 4 * at, (Math.cbrt(prime) % 1) * 2 ** 32));
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
    for (let done = 0; done < text.length + 9; done += 64) {
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
    }
    if (hash.a === first && hash.b === second) return number;
  }
  return undefined;
}
