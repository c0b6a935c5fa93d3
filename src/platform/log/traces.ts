import type { Facts, Log } from './log.ts';

/** Requests with a known trace: under way, or so recent that lines of their mails may follow. */
const MOST = 10_000;

/**
 * A log whose lines have the `trace_id` of their request, if it is part of a trace; the name is
 * OpenTelemetry's ("Trace Context in non-OTLP Log Formats").
 */
export function withTraces(log: Log) {
  const traces = new Map<unknown, string>();
  const lines = Object.entries(log).map(([name, method]) => {
    const write = method as (facts: Facts) => void;
    // An event without fields is called without facts.
    const writeTraced = (facts: Facts = {}) => {
      const trace = traces.size > 0 && traces.get(facts['requestId']);
      write(trace ? { ...facts, trace_id: trace } : facts);
    };
    return [name, writeTraced] as const;
  });
  return {
    log: Object.fromEntries(lines) as object as Log,
    /** Says to which trace a request belongs. */
    noteTrace(requestId: string, traceId: string): void {
      if (traces.size >= MOST) traces.delete(traces.keys().next().value);
      traces.set(requestId, traceId);
    },
  };
}
