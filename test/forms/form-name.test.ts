import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { OWNER, startService } from '../support/service.ts';
import { sessionOf } from '../support/inbox-session.ts';

const NAME = 'Enquiries “Berlin”';

describe('the setting name of a form', async () => {
  const service = await startService(undefined);
  const { activeRoute, patchSettings, putSettings, request, submit, sink, create } = service;
  after(() => service.close());

  it('mails and lists call the form by it, and answers keep the alias', async () => {
    const route = await activeRoute({ settings: { subject: '{form}: {topic}' } });
    const changed = await patchSettings(route, { name: ` ${NAME} ` });
    assert.equal(changed.json.settings.name, NAME);
    assert.equal((await submit(route.form_id, { topic: 'Desks' })).status, 200);
    const mail = sink.mails.at(-1)?.email;
    assert.equal(mail?.subject, `${NAME}: Desks`);
    assert.match(mail?.text ?? '', /Enquiries 'Berlin'/);
    const headers = { authorization: `Bearer ${sessionOf(service, OWNER)}` };
    const { json } = await request('/v1/inbox/routes', { headers });
    const listed = json.routes.find((one: { form_id: string }) => one.form_id === route.form_id);
    assert.deepEqual([listed.name, listed.alias], [NAME, 'Contact form']);
    assert.equal((await request(`/v1/routes/${route.form_id}`)).json.alias, 'Contact form');
  });

  it('it follows the rules of the alias', async () => {
    const route = await activeRoute();
    for (const name of ['', 'a\nb', 'x'.repeat(121), 'see https://example.com/', '\u2800']) {
      const { json } = await putSettings(route, { name });
      assert.equal(json.errors?.[0]?.path, '/name', JSON.stringify(name));
    }
  });

  it('the mail that asks an inbox shows it inertly', async () => {
    await create({ email: 'asked@example.org', settings: { name: '“Pay” at example.com' } });
    const text = sink.mails.at(-1)?.email.text ?? '';
    assert.match(text, /'Pay' at example\[\.\]com/);
    assert.doesNotMatch(text, /at example\.com/);
  });
});
