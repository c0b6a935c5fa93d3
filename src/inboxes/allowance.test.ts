import assert from 'node:assert/strict';
import { it } from 'node:test';
import { monthEnd } from './allowance.ts';

const cases: [now: string, end: string][] = [
  ['2025-01-15T12:00:00.000Z', '2025-02-01T00:00:00.000Z'],
  ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z'],
  ['2025-12-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
  ['2024-02-29T23:59:59.999Z', '2024-03-01T00:00:00.000Z'],
  ['2025-02-28T23:59:59.999Z', '2025-03-01T00:00:00.000Z'],
  ['2025-01-31T00:00:00.000Z', '2025-02-01T00:00:00.000Z'],
  ['2025-02-01T00:00:00.000Z', '2025-03-01T00:00:00.000Z'],
  ['2100-02-28T12:00:00.000Z', '2100-03-01T00:00:00.000Z'],
];
for (const [now, end] of cases)
  it(`the month of ${now} ends at ${end}`, () =>
    assert.equal(monthEnd(Date.parse(now)).toISOString(), end));

it('the month is that of UTC in every time zone', (test) => {
  const before = process.env.TZ;
  test.after(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  const lastInstant = Date.parse('2025-06-30T23:59:59.999Z');
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin', 'UTC']) {
    process.env.TZ = zone;
    assert.equal(monthEnd(lastInstant).toISOString(), '2025-07-01T00:00:00.000Z', zone);
    assert.equal(monthEnd(lastInstant + 1).toISOString(), '2025-08-01T00:00:00.000Z', zone);
  }
});
