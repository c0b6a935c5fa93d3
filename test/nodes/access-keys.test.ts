import assert from 'node:assert/strict';
import { it } from 'node:test';
import { keysOf, withKey } from '../support/access-keys.ts';
import { prepareTwoNodes } from './two-nodes.ts';

const start = await prepareTwoNodes();

it('on two nodes a key that ends on one is refused on the other at once', async (test) => {
  const { one, other } = await start(test);
  const form = await one.activeRoute({ settings: { access: 'key' } });
  const { key, secret } = (await keysOf(one, form).make()).json;
  const send = () => other.submit(form.form_id, { message: 'Hello' }, withKey(secret));
  for (let times = 0; times < 5; times += 1) assert.equal((await send()).status, 200);
  const listed = await keysOf(one, form).list();
  assert.equal(listed[0].key_id, key.key_id);
  assert.equal((await keysOf(one, form).end(key.key_id)).status, 200);
  assert.equal((await send()).json.error, 'access_key_required');
});

it('two nodes that are asked at the same time make five keys in all, and each key works on both', async (test) => {
  const { one, other } = await start(test);
  const form = await one.activeRoute({ settings: { access: 'key' } });
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) => keysOf(at % 2 ? one : other, form).make(`Key ${at}`)),
  );
  const made = answers.filter(({ status }) => status === 201);
  assert.deepEqual([made.length, answers.filter(({ status }) => status === 409).length], [5, 11]);
  const listed: { key_id: string }[] = await keysOf(one, form).list();
  assert.deepEqual(
    listed.map(({ key_id: id }) => id).toSorted(),
    made.map(({ json }) => String(json.key.key_id)).toSorted(),
  );
  for (const { json } of made) {
    for (const node of [one, other]) {
      const fields = { message: json.key.name };
      assert.equal((await node.submit(form.form_id, fields, withKey(json.secret))).status, 200);
    }
  }
  // Listing writes what the node has counted itself.
  const used: { last_used: string | null }[] = await keysOf(other, form).list();
  assert.ok(used.every(({ last_used: day }) => day !== null));
  const ends = await Promise.all(
    listed.map(({ key_id: id }, at) => keysOf(at % 2 ? one : other, form).end(id)),
  );
  assert.ok(ends.every(({ status }) => status === 200));
  assert.deepEqual(await keysOf(one, form).list(), []);
});
