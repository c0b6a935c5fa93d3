import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';
import { FORM_ID_PATTERN } from '../src/contract/schema-parts.ts';

const ROOT = join(import.meta.dirname, '..');

/** What the arguments of `new RegExp` may be, and what they stand for. */
const PATTERNS: Record<string, string> = { FORM_ID_PATTERN };

interface Found {
  source: string;
  flags: string;
}

interface Call {
  callee: { type: string; name?: unknown };
  arguments: { start: number; end: number }[];
}

/** Every regular expression that a file holds or makes. */
function expressionsIn(path: string): Found[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const found: Found[] = [];
  const findMade = ({ callee, arguments: [first] }: Call) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const source = first && PATTERNS[text.slice(first.start, first.end)];
    assert.ok(source, `${path} makes a regular expression that this test cannot read`);
    found.push({ source, flags: '' });
  };
  const visitor = new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: findMade,
    CallExpression: findMade,
  });
  visitor.visit(parseSync(path, text).program);
  return found;
}

/** Decides exactly where it can; where a count is too large for that, it searches for an attack. */
const judge = ({ source, flags }: Found) =>
  check(source, flags, { timeout: 60_000, randomSeed: 1 });

describe('the regular expressions of the source', () => {
  it('are judged by a checker that tells quadratic from linear', async () => {
    for (const source of ['^\\s*(identity)?\\s*$', ' +$', '^(a|a)*$']) {
      assert.equal((await judge({ source, flags: '' })).status, 'vulnerable', source);
    }
    assert.equal((await judge({ source: '^\\s*$', flags: '' })).status, 'safe');
  });

  it('take time in proportion to their input, all of them', async () => {
    const sources = globSync('src/**/*.ts', { cwd: ROOT }).filter(
      (path) => !path.endsWith('.test.ts'),
    );
    const found = sources.flatMap((path) => expressionsIn(path).map((one) => ({ ...one, path })));
    assert.ok(found.length > 80);
    const faults: string[] = [];
    for (const one of found) {
      const result = await judge(one);
      const attack = result.status === 'vulnerable' ? result.attack.pattern : '';
      const { path, source, flags } = one;
      if (result.status !== 'safe')
        faults.push(`${path} /${source}/${flags} is ${result.status}: ${attack}`);
    }
    assert.deepEqual(faults, []);
  });
});
