import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TestService } from '../../support/service.ts';
import { shareFormCli } from './form-cli.ts';
import { startMeddler } from './meddler.ts';

const THANKS = 'https://example.com/thanks';

/** Changes the settings of a form as another client does. */
const putSettings = (service: TestService, id: string, token: string, settings: object) =>
  service.request(`/v1/routes/${id}/settings`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });

const cli = shareFormCli();

it('form set changes what is named and leaves the rest, form unset gives the default', async () => {
  const { newForm, print, json } = cli();
  const { id } = await newForm();
  assert.match(await print(['set', id, `redirect=${THANKS}`]), /^redirect: https:\S+thanks$/m);
  const view = await json(['set', id, 'paused=true', 'subject={name}']);
  assert.deepEqual(view.settings, { subject: '{name}', redirect: THANKS, paused: true });
  assert.match(await print(['unset', id, 'paused', 'subject']), /^paused: not set$/m);
  const shown = await json(['show', id]);
  assert.deepEqual(shown.settings, { redirect: THANKS });
});

it('form set to what holds already changes nothing and says so', async () => {
  const { newForm, print } = cli();
  const { id } = await newForm();
  await print(['set', id, `redirect=${THANKS}`]);
  assert.equal(await print(['set', id, `redirect=${THANKS}`]), 'Nothing to change.\n');
});

it('form set prints every fault with the name of its setting', async () => {
  const { newForm, run } = cli();
  const { id } = await newForm();
  const { code, err, out } = await run([
    'set',
    id,
    'redirect=nowhere',
    'paused=perhaps',
    'redirct=x',
    '--json',
  ]);
  assert.equal(code, 1);
  assert.match(err, /\(settings_invalid\)$/m);
  for (const line of [
    /redirect: /,
    /paused: /,
    /redirct is not a setting\. Did you mean redirect\?$/,
  ]) {
    assert.match(err, new RegExp(`^letterslot: ${line.source}`, 'm'));
  }
  assert.equal(JSON.parse(out).errors.length, 3);
  assert.doesNotMatch(err, /nowhere|perhaps/);
});

it('form set that meets a change of somebody else keeps both', async (test) => {
  const { newForm, json, service } = cli();
  const { id, token } = await newForm();
  const url = await startMeddler(test, service.url, 'PATCH', async () => {
    await putSettings(service, id, token, { paused: true });
  });
  const env = { LETTERSLOT_TOKEN: token };
  const view = await json(['set', id, `redirect=${THANKS}`, '--url', url], env);
  assert.deepEqual(view.settings, { redirect: THANKS, paused: true });
});

it('what waits for the owner of the inbox is shown as waiting', async () => {
  const { newForm, print } = cli();
  const { id } = await newForm();
  await print(['set', id, 'origins=https://example.com']);
  assert.match(
    await print(['set', id, 'origins=[]', 'paused=true']),
    /^paused: true\norigins: \[\], once the owner of the inbox agrees by email$/m,
  );
  assert.match(await print(['show', id]), /origins +\[\] \(waits for the owner of the inbox\)/);
  // A later change keeps what waits.
  assert.match(await print(['set', id, 'paused=false']), /^origins: \[\], once the owner/m);
});

it('form create takes settings', async () => {
  const { json } = cli();
  const made = await json(['create', 'settings@example.com', `redirect=${THANKS}`, 'paused=true']);
  const shown = await json(['show', made.form_id]);
  assert.deepEqual(shown.settings, { redirect: THANKS, paused: true });
});

it('form show draws the deliveries of the last days', async () => {
  const { newForm, print, json } = cli();
  const { id } = await newForm();
  await print(['test', id]);
  assert.match(await print(['show', id]), /^14 days +▁{13}█ {2}1 delivered, 0 failed, 0 refused$/m);
  assert.equal((await json(['show', id])).days[0].delivered, 1);
});
