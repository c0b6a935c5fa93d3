import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Ledger, markOf, type Mode } from './ledger.ts';

const ACCEPTED = { status: 200, body: { delivery_id: 'd1' } };
const REFUSED = { status: 503, body: { error: 'delivery_failed', message: 'It was refused.' } };
const UNANSWERED = { status: 0, body: {} };

const mail = (number: number) => `Subject: New\r\n\r\n${markOf(number)}\r\n`;
const call = (number: number, id: string) => ({
  path: '/hook',
  headers: { 'webhook-id': id },
  body: JSON.stringify({ fields: { message: markOf(number) } }),
});

/** A ledger with one submission under way. */
function begun(mode: Mode) {
  const ledger = new Ledger();
  return { ledger, number: ledger.begin(mode) };
}

it('the ledger of a soak has no objection to a mail that came before its answer', () => {
  const { ledger, number } = begun('email');
  ledger.arrive([mail(number)]);
  ledger.end(number, ACCEPTED);
  ledger.endReplay(number, ACCEPTED);
  assert.deepEqual([ledger.violations, ledger.lost, ledger.underWay], [[], 0, 0]);
});

it('the ledger of a soak reports an answer before its mail, and before its call', () => {
  for (const mode of ['email', 'webhook', 'both'] as const) {
    const { ledger, number } = begun(mode);
    if (mode === 'webhook') ledger.arrive([mail(number)]);
    if (mode === 'both') ledger.call([call(number, 'd1')]);
    ledger.end(number, ACCEPTED);
    assert.match(ledger.violations.join(), /^I1: submission 1 was accepted before it was taken$/);
    assert.equal(ledger.lost, 1);
  }
});

it('the ledger of a soak reports a second mail, and a second call under another id', () => {
  const mailed = begun('email');
  mailed.ledger.arrive([mail(1), mail(1)]);
  assert.match(mailed.ledger.violations.join(), /^I2: submission 1 came 2 times/);
  const called = begun('webhook');
  called.ledger.call([call(1, 'd1'), call(1, 'd1')]);
  assert.deepEqual(called.ledger.violations, []);
  called.ledger.call([call(1, 'd2')]);
  assert.match(called.ledger.violations.join(), /^I2: submission 1 came 2 times/);
});

it('the ledger of a soak allows a second mail only after an attempt that is in doubt', () => {
  for (const [first, violations] of [
    [UNANSWERED, 0],
    [REFUSED, 1],
  ] as const) {
    const { ledger, number } = begun('email');
    ledger.arrive([mail(number)]);
    ledger.end(number, first);
    ledger.beginAgain();
    ledger.arrive([mail(number)]);
    ledger.end(number, ACCEPTED);
    assert.equal(ledger.violations.length, violations);
  }
});

it('the ledger of a soak reports a retry that was delivered again', () => {
  const { ledger, number } = begun('email');
  ledger.arrive([mail(number)]);
  ledger.end(number, ACCEPTED);
  ledger.endReplay(number, UNANSWERED);
  ledger.endReplay(number, { status: 200, body: { delivery_id: 'd2' } });
  assert.deepEqual(ledger.violations, ['I4: submission 1 was delivered again, as d2']);
});

it('the ledger of a soak counts what came although it was refused', () => {
  const { ledger, number } = begun('webhook');
  ledger.call([call(number, 'd1')]);
  ledger.end(number, REFUSED);
  assert.deepEqual([ledger.misreported, ledger.lost], [1, 0]);
});

it('the ledger of a soak counts calls of mode both that never came', () => {
  const { ledger, number } = begun('both');
  const before = performance.now();
  ledger.arrive([mail(number)]);
  ledger.end(number, ACCEPTED);
  assert.equal(ledger.uncalledSince(before), 1);
  ledger.call([call(number, 'd1')]);
  assert.deepEqual([ledger.uncalledSince(before), ledger.violations], [0, []]);
});

it('the ledger of a soak reports counts that cannot be right', () => {
  const { ledger, number } = begun('email');
  ledger.arrive([mail(number)]);
  ledger.end(number, ACCEPTED);
  for (const used of [0, 1, 2]) ledger.checkCount(used, 1, 0);
  assert.deepEqual(ledger.violations, ['I3: 0 counted, not 1 to 1', 'I3: 2 counted, not 1 to 1']);
});
