import {
  EVENTS,
  lineNameOf,
  type EventName,
  type EventRow,
  type Field,
  type Level,
} from './events.ts';
import { openStandardOutput, type Output } from './standard-output.ts';

/** Levels, the lowest first. */
const LEVELS: readonly Level[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

type ValueOf<F> = F extends Field<infer T> ? T : never;

type OptionalNames<F> = { [N in keyof F]: F[N] extends { optional: true } ? N : never }[keyof F];

/** The fields of one event's line; optional ones may be left out. */
type FactsOf<F> = { [N in Exclude<keyof F, OptionalNames<F>>]: ValueOf<F[N]> } & {
  [N in OptionalNames<F>]?: ValueOf<F[N]>;
};

type FieldsOf<E extends EventName> = (typeof EVENTS)[E]['fields'];

/** One method per row of EVENTS; each writes one line. */
export type Log = {
  readonly [E in EventName]: keyof FieldsOf<E> extends never
    ? () => void
    : (facts: FactsOf<FieldsOf<E>>) => void;
};

/** The kind of a failure, without any text from a server. */
export type FailureClass = Pick<
  FactsOf<FieldsOf<'deliveryFailed'>>,
  'kind' | 'reason' | 'replyCode'
>;

/** The fields of any event. */
export type Facts = Readonly<Record<string, unknown>>;

type Write = (facts: Facts) => void;

/** Called for some of the events, in addition to the log. */
export type Listener = Readonly<Partial<Record<EventName, Write>>>;

/**
 * Name, code and stack positions of an error, and its advice if it has one; not its message, which
 * may quote what was sent.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error ? String(error.code) : undefined;
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  const advice = 'advice' in error ? String(error.advice) : undefined;
  return {
    name: error.name,
    code,
    advice,
    at: stack?.slice(0, 8).map((line) => line.trim()),
    cause,
  };
}

/** Lines that strangers can cause in any number are limited to this many a minute. */
const LINES_PER_MINUTE = 60;

/** Counts lines by kind within a minute. */
function createLineCount(now: () => number) {
  let minute = 0;
  let counts = new Map<string, number>();
  return (kind: string): number => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) counts = new Map();
    minute = current;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count;
  };
}

/** The lines of one event at one level; undefined if that level is not written. */
type LinesOf = (level: Level, event: string) => Write | undefined;

/** An event, as it becomes a line. */
interface Line {
  level: Level;
  event: string;
  /** Milliseconds since the epoch. */
  time: number;
  facts: Facts;
}

/** Gives each line as one string: JSON objects that begin with level, time and event. */
function createFormat(): (line: Line) => string {
  let [second, isoSecond] = [Number.NaN, ''];
  return ({ level, event, time, facts }) => {
    const current = Math.floor(time / 1_000);
    if (current !== second) {
      [second, isoSecond] = [current, new Date(time).toISOString().slice(0, -'123Z'.length)];
    }
    const timeNow = `${isoSecond}${String(time - current * 1_000).padStart(3, '0')}Z`;
    const members = JSON.stringify(facts);
    const rest = members === '{}' ? '}' : `,${members.slice(1)}`;
    return `{"level":"${level}","time":"${timeNow}","event":"${event}"${rest}\n`;
  };
}

/** The lines of each event from a level on. */
const createLines =
  (lowest: number, take: (line: Line) => void, now: () => number): LinesOf =>
  (level, event) =>
    LEVELS.indexOf(level) < lowest
      ? undefined
      : // An event without fields is called without facts.
        (facts: Facts = {}) => take({ level, event, time: now(), facts });

const ignore: Write = () => undefined;

/** The function that writes the lines of one event. */
function createWrite(
  name: EventName,
  linesOf: LinesOf,
  countLine: (kind: string) => number,
): Write {
  const { level, fields, debugWhere, limitedBy }: EventRow = EVENTS[name];
  const event = lineNameOf(name);
  const write = linesOf(level, event);
  if (!write) return ignore;
  const writeAtDebug = linesOf('debug', event) ?? ignore;

  function writeLimited(facts: Facts): void {
    let kind = event;
    for (const field of limitedBy ?? []) kind += ` ${String(facts[field])}`;
    const count = countLine(kind);
    if (count > LINES_PER_MINUTE) writeAtDebug(facts);
    else write?.(count === LINES_PER_MINUTE ? { ...facts, furtherLinesAt: 'debug' } : facts);
  }

  const writeLine = limitedBy ? writeLimited : write;
  if ('error' in fields) {
    const { optional } = fields['error'];
    return ({ error, ...facts }) => {
      const known = optional && error === undefined ? {} : { error: describeError(error) };
      writeLine({ ...facts, ...known });
    };
  }
  if (debugWhere) {
    const wanted = Object.entries(debugWhere);
    return (facts) => {
      const isForDebug = wanted.every(([field, value]) => facts[field] === value);
      if (isForDebug) writeAtDebug(facts);
      else writeLine(facts);
    };
  }
  return writeLine;
}

/**
 * Makes and writes the lines of a turn of the event loop together, with the code in the processor's
 * cache, and the last ones when the process exits.
 */
function takeTogether(output: Output): (line: Line) => void {
  const format = createFormat();
  let lines: Line[] = [];
  const write = () => {
    if (lines.length === 0) return;
    const all = lines;
    lines = [];
    output.write(all.map(format).join(''));
  };
  process.on('exit', write);
  return (line) => {
    if (lines.push(line) === 1) setImmediate(write);
  };
}

/** JSON lines from `level` on, to standard output by default. */
export function createLog(
  level: Level | 'silent',
  destination?: Output,
  now: () => number = Date.now,
): Log {
  const tellDropped = (writes: number) => log.logLinesDropped({ writes });
  const format = createFormat();
  const take = destination
    ? (line: Line) => destination.write(format(line))
    : takeTogether(openStandardOutput(tellDropped));
  const lowest = level === 'silent' ? Infinity : LEVELS.indexOf(level);
  const linesOf = createLines(lowest, take, now);
  const countLine = createLineCount(now);
  const names = Object.keys(EVENTS) as EventName[];
  const writes = names.map((name) => [name, createWrite(name, linesOf, countLine)] as const);
  const log = Object.fromEntries(writes) as object as Log;
  return log;
}

/** A log that also calls `listener`. */
export function withListener(log: Log, listener: Listener): Log {
  const both = Object.entries(log).map(([name, method]) => {
    const write = method as Write;
    const hear = listener[name as EventName];
    const tell = (facts: Facts) => {
      write(facts);
      hear?.(facts);
    };
    return [name, hear ? tell : write];
  });
  return Object.fromEntries(both) as Log;
}
