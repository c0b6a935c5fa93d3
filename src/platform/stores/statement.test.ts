import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { change, column, columnsOf, query, sweep, tally, type Driver } from './statement.ts';

const COLUMNS = { id: column<string>(), sentAt: column<number | null>() };

type Parcel = typeof COLUMNS;

const PARCEL = columnsOf(COLUMNS);

/** A driver that records what it runs, and answers with `answers` in turn. */
function createDriver(answers: object[][]) {
  const ran: unknown[][] = [];
  const driver: Driver = {
    shared: false,
    async run({ sql, ...kind }, values) {
      ran.push([sql, kind, ...values]);
      return answers.shift() ?? [];
    },
    scrub: () => undefined,
    close: async () => undefined,
  };
  return { driver, ran };
}

describe('the columns of a table', () => {
  it('columns are read into the fields of a row, and inserted from them', () => {
    assert.equal(PARCEL.selected, 'id AS "id", sent_at AS "sentAt"');
    assert.equal(`(${PARCEL.names}) VALUES (${PARCEL.places})`, '(id, sent_at) VALUES ($1, $2)');
    assert.deepEqual(PARCEL.valuesOf({ sentAt: null, id: 'a' }), ['a', null]);
  });
});

describe('a statement', () => {
  const find = query<[id: string, sentAt: number], Parcel>('SELECT');

  it('a statement with other values than it declares does not compile', async () => {
    const { driver, ran } = createDriver([[{ id: 'a', sentAt: 5 }]]);
    const [parcel] = await find(driver, 'a', 5);
    assert.equal(parcel?.sentAt, 5);
    // @ts-expect-error -- a row has no such field
    assert.equal(parcel?.color, undefined);
    // @ts-expect-error -- one value is missing
    await find(driver, 'a');
    // @ts-expect-error -- one value too many
    await find(driver, 'a', 5, 6);
    // @ts-expect-error -- the values are in the wrong order
    await find(driver, 5, 'a');
    assert.equal(ran.length, 4);
  });

  it('a count is the only statement that must not run twice', async () => {
    const { driver, ran } = createDriver([]);
    for (const kind of [query, change, tally]) await kind<[]>('SQL')(driver);
    assert.deepEqual(ran, [
      ['SQL', { writes: false, repeatable: true }],
      ['SQL', { writes: true, repeatable: true }],
      ['SQL', { writes: true, repeatable: false }],
    ]);
  });
});

describe('a sweep', () => {
  it('a sweep runs in steps until one removes fewer rows than it may', async () => {
    const full = Array.from({ length: 200 }, () => ({}));
    const { driver, ran } = createDriver([full, full, [{}]]);
    assert.equal(await sweep('parcels', 'id', 'sent_at < $1')(driver, 7), 401);
    const [step] = ran;
    assert.deepEqual(ran, [step, step, step]);
    const sql =
      'DELETE FROM parcels WHERE (id) IN ( SELECT id FROM parcels WHERE sent_at < $1 LIMIT $2 ) RETURNING 1';
    const [text, , ...values] = step ?? [];
    assert.deepEqual([String(text).replace(/\s+/g, ' '), ...values], [sql, 7, 200]);
  });
});
