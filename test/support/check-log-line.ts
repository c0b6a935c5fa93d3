import assert from 'node:assert/strict';
import {
  EVENTS,
  lineNameOf,
  type EventName,
  type EventRow,
} from '../../src/platform/log/events.ts';

/** Fields that every line may have besides those of its event. */
const COMMON = new Set(['level', 'time', 'event', 'furtherLinesAt', 'trace_id']);

const ROWS = new Map(
  Object.entries<EventRow>(EVENTS).map(([name, row]) => [lineNameOf(name as EventName), row]),
);

/** Fails unless a log line has exactly the fields of its event's row. */
export function checkLogLine(text: string): void {
  const line = JSON.parse(text) as Record<string, unknown>;
  const row = ROWS.get(String(line['event']));
  assert.ok(row, `no such event: ${text}`);
  const strangers = Object.keys(line).filter((name) => !COMMON.has(name) && !(name in row.fields));
  assert.deepEqual(strangers, [], text);
  for (const [name, { optional }] of Object.entries(row.fields)) {
    assert.ok(optional || name in line, `without ${name}: ${text}`);
  }
}
