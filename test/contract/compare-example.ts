import assert from 'node:assert/strict';
import {
  ANSWER_EXAMPLES,
  errorExample,
  EXAMPLE_URL,
  LEFT_OUT,
  ownErrorExample,
  type AnswerKey,
} from '../../src/contract/examples.ts';
import type { ErrorCode } from '../../src/contract/error-codes.ts';
import { operationOf, type OperationId } from '../../src/contract/operations.ts';
import type { Answer } from '../support/service.ts';

/** What differs from one answer to the next, and what stands for it in a comparison. */
const VARYING: readonly [pattern: RegExp, name: string][] = [
  [/cfm_[A-HJ-NP-Z2-9]{16}/g, '<form id>'],
  [/\b\d+ seconds?\b/g, '<wait>'],
  [/^[A-Z2-9]{4}-[A-Z2-9]{4}$/g, '<reference>'],
  [/key_[A-HJ-NP-Z2-9]{10}/g, '<key id>'],
  [/msg_[\da-f-]{36}/g, '<delivery id>'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/^\d{4}-\d\d-\d\d$/g, '<date>'],
  [/^\d+\.\d+\.\d+$/g, '<release>'],
  [/^(?:[\da-f]{40}|unknown)$/g, '<commit>'],
  [/^[\w-]{43}$/g, '<key>'],
  [/^[\dA-F]{40}$/g, '<fingerprint>'],
  [/^(?:sha256:)?[\da-f]{64}$/g, '<hash>'],
  [/^[\da-f]{24}\?expires=\d{10}&$/g, '<salt>'],
];

/** Numbers that depend on the clock or a scenario's limits; only their type is compared. */
const COUNTS: ReadonlySet<string> = new Set(['retry_after_seconds', 'used', 'limit']);

const normal = (text: string, base: string) =>
  VARYING.reduce((rest, [pattern, name]) => rest.replace(pattern, name), text.replaceAll(base, ''));

/** True if the parts of the example are in the text, in this order, from its start to its end. */
function matches(example: string, actual: string): boolean {
  const parts = example.split(LEFT_OUT);
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = index === 0 ? (actual.startsWith(part) ? 0 : -1) : actual.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return parts.length > 1 ? actual.endsWith(parts.at(-1) ?? '') : actual === example;
}

function compareTexts(example: string, actual: unknown, base: string, where: string): void {
  assert.equal(typeof actual, 'string', where);
  const [wanted, found] = [normal(example, EXAMPLE_URL), normal(String(actual), base)];
  if (!matches(wanted, found)) assert.equal(found, wanted, where);
}

/**
 * Fails unless the answer is as the example says: the same members of the same types and the same
 * words, but for ids, times, the host, and what `…` leaves out. `[…]` is any list of texts.
 */
function compare(example: unknown, actual: unknown, base: string, where: string): void {
  if (typeof example === 'string') return compareTexts(example, actual, base, where);
  if (Array.isArray(example)) {
    assert.ok(Array.isArray(actual), where);
    const all = example[0] === LEFT_OUT && example.length === 1;
    if (!all) assert.equal(actual.length, example.length, `${where}: length`);
    actual.forEach((item, index) => {
      compare(all ? LEFT_OUT : example[index], item, base, `${where}/${index}`);
    });
    return;
  }
  if (typeof example !== 'object' || example === null) return assert.equal(actual, example, where);
  assert.ok(typeof actual === 'object' && actual !== null, where);
  assert.deepEqual(Object.keys(actual).toSorted(), Object.keys(example).toSorted(), where);
  const values = new Map<string, unknown>(Object.entries(actual));
  for (const [name, value] of Object.entries(example)) {
    const [member, path] = [values.get(name), `${where}/${name}`];
    if (COUNTS.has(name)) assert.equal(typeof member, typeof value, path);
    else compare(value, member, base, path);
  }
}

/** The members of `whole` that `part` has, to any depth. */
function pick(whole: unknown, part: unknown): unknown {
  if (Array.isArray(part))
    return part.map((item, index) => pick((whole as unknown[])[index], item));
  if (typeof part !== 'object' || part === null) return whole;
  const members = new Map<string, unknown>(Object.entries(Object(whole)));
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, pick(members.get(name), value)]),
  );
}

/** Holds the real answer of an outcome against the example of it in the OpenAPI document. */
export function compareWithExample(
  id: OperationId,
  outcome: string,
  { json, text, headers }: Answer,
  base: string,
): void {
  const where = `the example of "${id} ${outcome}" in contract/examples.ts`;
  if (!/^\d+$/.test(outcome)) {
    const code = outcome as ErrorCode;
    const example = ownErrorExample(id, operationOf(id), code) ?? errorExample(code);
    return compare(example, json, base, where);
  }
  const example = ANSWER_EXAMPLES[`${id} ${outcome}` as AnswerKey];
  // The document that holds the examples would have to hold itself.
  if (id === 'getOpenApi') return compare(example, pick(json, example), base, where);
  const names = typeof example === 'object' ? Object.keys(example) : [];
  const sent = Object.fromEntries(names.map((name) => [name, headers.get(name)]));
  compare(example, json ?? (text === '' ? sent : text), base, where);
}
