import assert from 'node:assert/strict';

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** An exposition text, read as strictly as its format (Prometheus, 0.0.4) is written. */
export interface Exposition {
  types: ReadonlyMap<string, string>;
  samples: readonly Sample[];
  /** The value of the sample with exactly these labels; undefined when there is none. */
  value(name: string, labels?: Record<string, string>): number | undefined;
  /** Values that are not 0 by the value of a metric's only label. */
  byLabel(name: string): Record<string, number>;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const COMMENT = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (-?[0-9.e+-]+|\\+Inf|-Inf|Nan)$`);
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  let end = 0;
  for (let match = LABEL.exec(text); match; match = LABEL.exec(text)) {
    const [whole, name = '', value = ''] = match;
    assert.ok(!(name in labels), `${name} twice in ${text}`);
    labels[name] = value;
    end += whole.length;
  }
  assert.equal(end, text.length, `labels ${text}`);
  return labels;
}

const keyOf = ({ name, labels }: Pick<Sample, 'name' | 'labels'>) =>
  JSON.stringify([name, Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

/** Buckets grow with `le`, and the last one holds all. */
function checkHistogram(family: string, samples: readonly Sample[]): void {
  const bySeries = Map.groupBy(
    samples.filter(({ name }) => name === `${family}_bucket`),
    ({ labels: { le: _le, ...labels } }) => keyOf({ name: `${family}_count`, labels }),
  );
  const counts = new Map(samples.map((sample) => [keyOf(sample), sample.value]));
  for (const [series, buckets] of bySeries) {
    const values = buckets.map(({ value }) => value);
    assert.deepEqual(
      values,
      values.toSorted((a, b) => a - b),
      series,
    );
    assert.equal(buckets.at(-1)?.labels['le'], '+Inf', series);
    assert.equal(values.at(-1), counts.get(series), series);
  }
}

export function readExposition(text: string): Exposition {
  assert.ok(text.endsWith('\n'), 'the last line has no end');
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, kind, named, said] = COMMENT.exec(line) ?? [];
    if (kind === 'TYPE') {
      assert.ok(named && said && !types.has(named), line);
      types.set(named, said);
    }
    if (kind) continue;
    const [, name = '', labels = '', value] = SAMPLE.exec(line) ?? [];
    assert.ok(name, `not a sample: ${line}`);
    const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
    assert.ok(types.has(family), `no type: ${line}`);
    if (types.get(family) === 'counter') assert.match(family, /_total$/);
    samples.push({
      name,
      labels: readLabels(labels),
      value: Number(value?.replace('Inf', 'Infinity')),
    });
  }
  assert.equal(new Set(samples.map(keyOf)).size, samples.length, 'a series is there twice');
  for (const [family, type] of types) if (type === 'histogram') checkHistogram(family, samples);
  const values = new Map(samples.map((sample) => [keyOf(sample), sample.value]));
  return {
    types,
    samples,
    value: (name, labels = {}) => values.get(keyOf({ name, labels })),
    byLabel: (metric) =>
      Object.fromEntries(
        samples
          .filter(({ name, value }) => name === metric && value !== 0)
          .map(({ labels, value }) => [Object.values(labels).join(' '), value]),
      ),
  };
}
