import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';
import { after, before, describe, it, type TestContext } from 'node:test';
import { runInNewContext } from 'node:vm';
import { formWords } from '../../src/install/form-words.ts';
import { sendScript, solverScript } from '../../src/install/form-script.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { startFormSite } from '../support/form-site.ts';
import { until } from '../support/until.ts';

interface Challenge {
  algorithm: string;
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
}

const SALT = '8f3a1c0d5e7b92461a2b3c4d?expires=1790000000&';

/** A challenge of which `number` is the solution. */
const challengeOf = (number: number, maxnumber: number, salt = SALT): Challenge => ({
  algorithm: 'SHA-256',
  challenge: createHash('sha256').update(`${salt}${number}`).digest('hex'),
  maxnumber,
  salt,
  signature: 'a'.repeat(64),
});

type FindNumber = (challenge: Challenge, begin: number, end: number) => number | undefined;

const DESIGN = { upload: undefined, solves: true, words: formWords('en') };

const DIALECTS = {
  JavaScript: solverScript(),
  TypeScript: stripTypeScriptTypes(sendScript(DESIGN, 'ts', false)),
};

for (const [dialect, code] of Object.entries(DIALECTS)) {
  describe(`the solver in ${dialect}`, () => {
    const findNumber = runInNewContext(`${code}\nfindNumber`, {}) as FindNumber;

    it(`the solver in ${dialect} has the SHA-256 of texts of any length`, () => {
      for (let length = 0; length <= 130; length += 1) {
        const challenge = challengeOf(3, 5, 's'.repeat(length));
        assert.equal(findNumber(challenge, 0, 5), 3, `a salt of ${length} characters`);
      }
    });

    it(`the solver in ${dialect} looks at the first number, the last one, and no further`, () => {
      const challenge = challengeOf(10, 10);
      assert.equal(findNumber(challenge, 10, 12), 10);
      assert.equal(findNumber(challenge, 8, 10), 10);
      assert.equal(findNumber(challenge, 8, 9), undefined);
    });
  });
}

describe('the solver in a browser', () => {
  let browser: TestBrowser;

  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser?.close());

  /** A page with the solver in it, under a policy where one is given. */
  async function open(test: TestContext, policy = '') {
    const site = await startFormSite(test);
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
    site.show(`${policy && meta}<script>${solverScript()}</script>`);
    const visit = await browser.visit();
    await visit.page.goto(site.origin);
    let workers = 0;
    visit.page.on('worker', () => void (workers += 1));
    const solve = async (challenge: Challenge) => {
      const script = `(async () => {
        let turns = 0;
        const timer = setInterval(() => { turns += 1; }, 1);
        try {
          const solved = await solve(${JSON.stringify(challenge)});
          return { turns, solution: JSON.parse(atob(solved)) };
        } catch ({ message }) {
          return { message };
        } finally {
          clearInterval(timer);
        }
      })()`;
      const found: { turns: number; solution?: object; message?: string } =
        await visit.page.evaluate(script);
      return { ...found, workers };
    };
    return { solve, ...visit };
  }

  it('the solver works in a Worker, which ends with it, and needs nothing else', async (test) => {
    const { solve, page, problems, origins } = await open(test);
    const { maxnumber, ...asked } = challengeOf(30_000, 50_000);
    const { solution, workers } = await solve({ ...asked, maxnumber });
    const { took, ...rest } = solution as { took: number };
    assert.deepEqual(rest, { ...asked, number: 30_000 });
    assert.ok(Number.isInteger(took) && took >= 0);
    assert.deepEqual([workers, problems, origins.size], [1, [], 1]);
    await until('the end of the Worker', () => page.workers().length === 0);
  });

  it('the solver leaves a page that forbids Workers free to do something else', async (test) => {
    const { solve, problems } = await open(test, "default-src 'none'; script-src 'unsafe-inline'");
    const { turns, solution, workers } = await solve(challengeOf(30_000, 50_000));
    assert.equal((solution as { number: number }).number, 30_000);
    assert.equal(workers, 0);
    assert.ok(turns >= 5, `the page had ${turns} turns`);
    assert.match(problems.join('\n'), /worker/i);
  });

  it('the solver gives up after the largest number', async (test) => {
    for (const policy of ['', "script-src 'unsafe-inline'"]) {
      const { solve } = await open(test, policy);
      const { message } = await solve(challengeOf(10_001, 10_000));
      assert.equal(message, 'The challenge has no solution.');
    }
  });
});
