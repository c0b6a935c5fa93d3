import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { change, columnsOf, query, sweepBefore, type Driver } from './statement.ts';

interface Parcel {
  id: string;
  sentAt: number | null;
}

const PARCEL = columnsOf<Parcel>({ id: 'id', sentAt: 'sent_at' });

/** A driver that records what it runs, and answers with `answers` in turn. */
function createDriver(answers: object[][]) {
  const ran: unknown[] = [];
  const driver: Driver = {
    shared: false,
    async run<Row>({ sql }: { sql: string }, ...values: readonly unknown[]) {
      ran.push([sql, ...values]);
      return (answers.shift() ?? []) as Row[];
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

  it('a column table that is not complete does not compile', () => {
    // @ts-expect-error -- sentAt has no column
    columnsOf<Parcel>({ id: 'id' });
    // @ts-expect-error -- color is not a field
    columnsOf<Parcel>({ id: 'id', sentAt: 'sent_at', color: 'color' });
  });
});

describe('a statement', () => {
  const find = query<[id: string, sentAt: number], Parcel>('SELECT');

  it('a statement with other values than it declares does not compile', async () => {
    const { driver, ran } = createDriver([[{ id: 'a', sentAt: 5 }]]);
    const [parcel] = await driver.run(find, 'a', 5);
    assert.equal(parcel?.sentAt, 5);
    // @ts-expect-error -- a row has no such field
    assert.equal(parcel?.color, undefined);
    // @ts-expect-error -- one value is missing
    await driver.run(find, 'a');
    // @ts-expect-error -- one value too many
    await driver.run(find, 'a', 5, 6);
    // @ts-expect-error -- the values are in the wrong order
    await driver.run(find, 5, 'a');
    assert.equal(ran.length, 4);
  });

  it('a change that does not say whether it may be repeated does not compile', () => {
    assert.deepEqual(change('DELETE', { repeatable: false }), {
      sql: 'DELETE',
      writes: true,
      repeatable: false,
    });
    // @ts-expect-error -- it does not say whether it may be repeated
    assert.throws(() => change('DELETE'));
    assert.equal(find.repeatable, true);
  });
});

describe('a sweep', () => {
  it('a sweep runs in steps until one removes fewer rows than it may', async () => {
    const full = Array.from({ length: 200 }, () => ({}));
    const { driver, ran } = createDriver([full, full, [{}]]);
    const sweep = change<[before: number, most: number]>('DELETE', { repeatable: true });
    assert.equal(await sweepBefore(driver, sweep, 7), 401);
    const step = ['DELETE', 7, 200];
    assert.deepEqual(ran, [step, step, step]);
  });
});
