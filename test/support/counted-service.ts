import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Overrides } from '../../src/app/service.ts';
import type { FormCounts } from '../../src/contract/schemas.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { startService } from './service.ts';

/** A service with an active form, whose counts can be read. */
export async function startCounted(
  test: TestContext,
  env: Record<string, string> = {},
  overrides: Overrides = {},
) {
  const service = await startService(test, env, overrides);
  const { form_id: formId, management_token = '' } = await service.activeRoute();
  const headers = { authorization: `Bearer ${management_token}` };
  const readDays = async (): Promise<FormCounts['days']> =>
    (await service.request(`/v1/routes/${formId}/counts`, { headers })).json.days;
  const readToday = async () => {
    const [today, ...rest] = await readDays();
    assert.deepEqual(rest, []);
    const { delivered, failed, refused } = today ?? { delivered: 0, failed: 0, refused: {} };
    return { delivered, failed, refused };
  };
  return { ...service, formId, headers, readDays, readToday };
}

/** A store that knows how often something was added, and can be made to fail. */
export function watchAdditions() {
  const seen = { calls: 0, rows: 0, failing: false };
  const wrapStore = (store: Store): Store => ({
    ...store,
    counts: {
      ...store.counts,
      add(rows) {
        seen.calls += 1;
        if (seen.failing) return Promise.reject(new Error('the disk is full'));
        seen.rows += rows.length;
        return store.counts.add(rows);
      },
    },
  });
  return { seen, wrapStore };
}
