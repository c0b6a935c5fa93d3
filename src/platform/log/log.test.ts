import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Writable } from 'node:stream';
import { createLog } from './log.ts';
import { openStandardOutput } from './standard-output.ts';

const MINUTE = 60_000;

function createListedLog(level: Parameters<typeof createLog>[0]) {
  const lines: Record<string, unknown>[] = [];
  let time = 0;
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = createLog(level, { write }, () => time);
  return { log, lines, pass: (milliseconds: number) => void (time += milliseconds) };
}

const refusal = (code: string, operation = 'submitForm') => ({
  requestId: 'req_1',
  operation,
  code,
});

describe('the log', () => {
  it('a line of the log is one JSON object with level, time and event before its fields', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) }, () => 0);
    log.stopped();
    log.submissionReplayed({ requestId: 'req_"1"\n', formId: 'cfm_\ud800' });
    assert.deepEqual(lines, [
      '{"level":"info","time":"1970-01-01T00:00:00.000Z","event":"stopped"}\n',
      '{"level":"info","time":"1970-01-01T00:00:00.000Z","event":"submission_replayed",' +
        '"requestId":"req_\\"1\\"\\n","formId":"cfm_\\ud800"}\n',
    ]);
  });

  it('a line of the log has the time at which it is written', () => {
    const { log, lines, pass } = createListedLog('info');
    log.stopped();
    log.stopped();
    pass(1);
    log.stopped();
    const at = (end: string) => `1970-01-01T00:00:00.${end}Z`;
    assert.deepEqual(
      lines.map(({ time }) => time),
      [at('000'), at('000'), at('001')],
    );
  });

  it('a line of the log leaves out fields without a value, and says an error without its message', () => {
    const { log, lines } = createListedLog('info');
    const error = new TypeError('canary');
    log.requestFailed({ requestId: 'req_1', operation: 'submitForm', error });
    log.mailServerUnusable({
      kind: 'refused',
      reason: 'EAUTH',
      replyCode: undefined,
      marked: undefined,
    });
    const [failed, unusable] = lines;
    assert.doesNotMatch(JSON.stringify(failed), /canary/);
    assert.match(JSON.stringify(failed?.['error']), /^\{"name":"TypeError",/);
    assert.deepEqual(Object.keys(unusable ?? {}), ['level', 'time', 'event', 'kind', 'reason']);
  });

  it('the log writes lines from its level on, and nothing when it is silent', () => {
    const eventsAt = (level: Parameters<typeof createLog>[0]) => {
      const { log, lines } = createListedLog(level);
      log.storeAnswered({ call: 'ping', ms: 1, failed: false });
      log.stopped();
      log.logLinesDropped({ writes: 1 });
      return lines.map(({ event }) => event);
    };
    assert.deepEqual(eventsAt('info'), ['stopped', 'log_lines_dropped']);
    assert.deepEqual(eventsAt('warn'), ['log_lines_dropped']);
    assert.deepEqual(eventsAt('silent'), []);
    assert.deepEqual(eventsAt('trace').length, 3);
  });

  it('the log writes 60 refusals of a kind per minute, then says that there are more', () => {
    const { log, lines, pass } = createListedLog('info');
    for (let count = 0; count < 100; count += 1) log.requestRefused(refusal('rate_limited'));
    assert.equal(lines.length, 60);
    const more = lines.filter((line) => line['furtherLinesAt'] === 'debug');
    assert.deepEqual(more, lines.slice(-1));
    log.requestRefused(refusal('submission_empty'));
    log.requestRefused(refusal('rate_limited', 'createRoute'));
    assert.equal(lines.length, 62);
    pass(MINUTE);
    log.requestRefused(refusal('rate_limited'));
    assert.equal(lines.length, 63);
  });

  it('the log writes refusals beyond the limit, and refusals outside the contract, at debug', () => {
    const { log, lines } = createListedLog('debug');
    for (let count = 0; count < 100; count += 1) log.requestRefused(refusal('rate_limited'));
    log.requestRefused(refusal('not_found', 'none'));
    assert.equal(lines.length, 101);
    assert.equal(lines.filter(({ level }) => level === 'info').length, 60);
    assert.equal(lines.at(-1)?.['level'], 'debug');
  });

  it('the log writes 60 traps, failed and dropped deliveries per minute, each kind counted separately', () => {
    const { log, lines } = createListedLog('info');
    const route = { requestId: 'req_1', formId: 'cfm_AAAAAAAAAAAAAAAA' };
    for (let count = 0; count < 61; count += 1) {
      log.submissionTrapped({ ...route, test: false });
    }
    assert.equal(lines.length, 60);
    const delivery = { ...route, channel: 'email', awaited: true, ms: 1, reason: 'EREPLY' };
    for (let count = 0; count < 61; count += 1) {
      log.deliveryFailed({ ...delivery, kind: 'refused' });
      log.deliveryDropped({ ...route, channel: 'webhook', count: 1 });
    }
    assert.equal(lines.length, 180);
    // A flood of one kind hides no other.
    log.deliveryFailed({ ...delivery, kind: 'doubtful' });
    log.deliveryFailed({ ...delivery, channel: 'webhook', kind: 'refused' });
    log.deliveryDropped({ channel: 'email', count: 1 });
    assert.deepEqual(
      lines.slice(180).map(({ level }) => level),
      ['warn', 'warn', 'warn'],
    );
  });
});

/** A stream that accepts one write whenever the test says so. */
function openSlowStream() {
  const taken: string[] = [];
  let take = (): void => undefined;
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      taken.push(chunk);
      take = done;
    },
  });
  return { stream, taken, take: () => take() };
}

it('a log reader that does not read costs bounded memory, and later gets the number of dropped lines', async () => {
  const { stream, taken, take } = openSlowStream();
  const told: number[] = [];
  const output = openStandardOutput((count) => void told.push(count), stream);
  const lines = 'x'.repeat(1_000);
  for (let count = 0; count < 2_000; count += 1) output.write(lines);
  assert.ok(stream.writableLength <= 1_048_576);
  assert.deepEqual(told, []);
  const waiting = stream.writableLength / lines.length;
  const takeUntil = async (count: number) => {
    while (taken.length < count) {
      take();
      await new Promise(setImmediate);
    }
  };
  await takeUntil(waiting / 4);
  output.write('too early');
  assert.deepEqual(told, []);
  await takeUntil(waiting);
  output.write('at last');
  assert.deepEqual(told, [2_001 - waiting]);
  output.write('and again');
  assert.deepEqual(told, [2_001 - waiting], 'told once');
});
