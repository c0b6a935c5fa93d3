import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareCopies } from '../../src/cli/form/check/compare-fields.ts';
import { answerCopy, countMailsTo, ownerPuts, questionTo } from '../support/copied-form.ts';
import { startService } from '../support/service.ts';

const [SALES, BOTH] = ['sales@example.com', 'both@example.com'];
const FIELDS = [
  { name: 'topic', type: 'checkbox', options: ['Sales', { value: 'Help', label: 'Support' }] },
  { name: 'message' },
];
const only = (email: string, ...is: string[]) => ({ email, when: { field: 'topic', is } });

describe('copies of messages with certain answers', () => {
  it('the answer chooses the inboxes, and without one the report has no copies', async (test) => {
    const service = await startService(test);
    const route = await service.activeRoute();
    const copies = [only(SALES, 'Sales'), only(BOTH, 'Sales', 'Help')];
    const answer = await ownerPuts(service, route, { fields: FIELDS, copies });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.json.settings.copies, copies);
    for (const email of [SALES, BOTH]) await answerCopy(service, questionTo(service, email));
    service.sink.mails.length = 0;
    const submit = async (...topics: string[]) => {
      const fields = new URLSearchParams([
        ['message', 'x'],
        ...topics.map((each): [string, string] => ['topic', each]),
      ]);
      const sent = { method: 'POST', body: fields };
      const { json } = await service.request(`/f/${route.form_id}`, sent);
      assert.equal(json.success, true, JSON.stringify(json));
      return [json.delivery.copies, countMailsTo(service, SALES), countMailsTo(service, BOTH)];
    };
    assert.deepEqual(await submit('Help'), ['delivered', 0, 1]);
    assert.deepEqual(await submit('Sales', 'Help'), ['delivered', 1, 2]);
    assert.deepEqual(await submit(), [undefined, 1, 2]);
    const rehearse = async (topic: string) => {
      const fields = { message: 'x', topic, _dry_run: '1' };
      return (await service.submit(route.form_id, fields)).json.would.deliver.copies;
    };
    assert.deepEqual([await rehearse('Sales'), await rehearse('')], [true, undefined]);
  });

  it('a further answer waits for the owner and not for the inbox; a narrower one holds at once', async (test) => {
    const service = await startService(test);
    const route = await service.activeRoute();
    await ownerPuts(service, route, { fields: FIELDS, copies: [only(SALES, 'Sales', 'Help')] });
    await answerCopy(service, questionTo(service, SALES));
    const asked = countMailsTo(service, SALES);
    const put = async (...is: string[]) => {
      const { json } = await service.patchSettings(route, { copies: [only(SALES, ...is)] });
      return [json.settings.copies[0].when.is, json.proposed?.copies[0].when.is];
    };
    assert.deepEqual(await put('Help'), [['Help'], undefined]);
    assert.deepEqual(await put('Help', 'Sales'), [['Help'], ['Help', 'Sales']]);
    const every = await service.patchSettings(route, { copies: [SALES] });
    assert.deepEqual(every.json.proposed.copies, [SALES]);
    const answer = await ownerPuts(service, route, { fields: FIELDS, copies: [SALES] });
    assert.equal(answer.json.copies[0].status, 'confirmed');
    assert.equal(countMailsTo(service, SALES), asked);
  });

  it('a field without options, an unknown answer and an address twice are faults at their places', async (test) => {
    const service = await startService(test);
    const route = await service.activeRoute();
    const put = async (...copies: object[]) => {
      const { json } = await service.putSettings(route, { fields: FIELDS, copies });
      return json.errors.map(({ path }: { path: string }) => path);
    };
    const message = { email: BOTH, when: { field: 'message', is: ['x'] } };
    assert.deepEqual(await put(only(SALES, 'Sales', 'Support'), message), [
      '/copies/0/when/is/1',
      '/copies/1/when/field',
    ]);
    assert.deepEqual(await put(only(SALES, 'Sales'), only(SALES, 'Help')), ['/copies/1/email']);
    assert.deepEqual(await put({ email: SALES, when: { field: 'topic', is: [] } }), [
      '/copies/0/when/is',
    ]);
  });

  it('the holder of the token sees a mark of an address with its answers, and may send it back', async (test) => {
    const service = await startService(test);
    const route = await service.activeRoute();
    await ownerPuts(service, route, { fields: FIELDS, copies: [only(SALES, 'Sales')] });
    const { json } = await service.patchSettings(route, { name: 'Renamed' });
    const [copy] = json.settings.copies;
    assert.match(copy.email, /^set:/);
    assert.deepEqual(copy.when.is, ['Sales']);
    const again = await service.patchSettings(route, { copies: [copy] });
    assert.deepEqual([again.status, again.json.proposed], [200, undefined]);
  });

  it('form check names answers that a page lacks', () => {
    const field = { field: { name: 'topic' }, controls: [], values: ['Sales'] };
    const copies = [only(SALES, 'Sales'), only(BOTH, 'Sales', 'Help')];
    assert.match(
      Array.from(compareCopies({ copies }, [field]), ({ message }) => message).join(),
      /“?Help/,
    );
    assert.equal(Array.from(compareCopies({ copies }, [])).length, 2);
    assert.equal(Array.from(compareCopies({ copies: [BOTH] }, [])).length, 0);
  });
});
