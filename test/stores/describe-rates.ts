import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OpenStore } from './open-store.ts';
import { hashOf } from './route-rows.ts';

const WINDOW = Date.UTC(2025, 6, 1) / 1000;

export function describeRates(open: OpenStore): void {
  it('one call counts two subjects separately and returns the counts in order', async (test) => {
    const { rates } = (await open(test)).store;
    assert.deepEqual(await rates.take([hashOf('client'), hashOf('form')], WINDOW), [1, 1]);
    assert.deepEqual(await rates.take([hashOf('other'), hashOf('form')], WINDOW), [1, 2]);
    assert.equal((await rates.take([hashOf('form')], WINDOW))[0], 3);
    assert.deepEqual(await rates.take([hashOf('form'), hashOf('client')], WINDOW + 60), [1, 1]);
  });

  it('rates are exact under concurrent calls', async (test) => {
    const { rates } = (await open(test)).store;
    const pairs = Array.from({ length: 300 }, (_, index) =>
      rates.take([hashOf(`client ${index % 7}`), hashOf('form')], WINDOW),
    );
    const forms = (await Promise.all(pairs)).map(([, form = 0]) => form);
    assert.deepEqual(
      forms.toSorted((left, right) => left - right),
      Array.from({ length: 300 }, (_, index) => index + 1),
    );
  });

  it('the sweep removes rates of windows that ended before a second, and no others', async (test) => {
    const { rates } = (await open(test)).store;
    await rates.take([hashOf('a')], WINDOW);
    await rates.removeEndedBefore(WINDOW);
    assert.equal((await rates.take([hashOf('a')], WINDOW))[0], 2);
    await rates.removeEndedBefore(WINDOW + 1);
    assert.equal((await rates.take([hashOf('a')], WINDOW))[0], 1);
  });
}
