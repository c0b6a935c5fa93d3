import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeStanding } from './manage-form.ts';

const AT = '2026-11-20T10:00:00.000Z';
const LATER = '2026-11-22T10:00:00.000Z';

it('mail that came back is said, and since when it arrives again', () => {
  const health = (status: 'bounced' | 'complaint' | 'healed', until?: string) =>
    describeStanding({ settings: {}, health: { status, since: AT, ...(until && { until }) } });
  assert.deepEqual(health('bounced'), [
    [
      'Health',
      'mail to the inbox came back: the form delivers nothing, since 2026-11-20 10:00 UTC',
    ],
  ]);
  assert.match(health('complaint')[0]?.[1] ?? '', /called spam: .* since 2026-11-20/);
  assert.match(health('healed', LATER)[0]?.[1] ?? '', /takes mail again, since 2026-11-22/);
});

it('each copy and each place that was switched off has a line', () => {
  const rows = describeStanding({
    settings: {},
    copies: [{ address: 'ann@example.com', status: 'not_asked' }],
    targets_off: [{ path: '/settings/targets/0', name: 'slack', status: 410, since: AT }],
  });
  assert.deepEqual(rows, [
    ['Copies', ''],
    ['  ann@example.com', 'not asked'],
    ['Switched off', ''],
    ['  slack', 'answered 410, since 2026-11-20 10:00 UTC'],
  ]);
});

it('a form about which nothing is known has no line', () => {
  assert.deepEqual(describeStanding({ settings: {} }), []);
});
