import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { OWNER, startService } from '../support/service.ts';
import { connectMcp, REVISIONS } from './mcp-client.ts';

const FORM = { email: OWNER, alias: 'Contact form' };

for (const revision of REVISIONS)
  describe(`a client of ${revision}`, () => {
    it(`a client of ${revision} leads a form through its whole life`, async (test) => {
      const service = await startService(test);
      const { call } = await connectMcp(test, service, { revision });
      const { body: created } = await call('create_form', FORM);
      assert.equal(created.status, 'pending_verification');
      assert.equal(created.next_action.type, 'human_verification');
      assert.match(created.management_token, /^lsm_/);
      const { form_id: formId } = created;

      const early = await call('send_test_submission', { form_id: formId });
      assert.equal(early.failed, true);
      assert.equal(early.body.error, 'inbox_not_verified');
      assert.equal(early.body.next_action.poll.url, created.status_url);

      await service.confirm(service.verificationToken());
      const { body: status } = await call('get_form_status', { form_id: formId });
      assert.equal(status.status, 'active');
      assert.deepEqual(status.next_action, { type: 'none' });
      assert.equal(status.management_token, undefined);

      const fields = { message: 'Hello', email: 'ada@example.org', _redirect: 'https://x.example' };
      const sent = await call('send_test_submission', { form_id: formId, fields, echo: 'run-7' });
      assert.equal(sent.failed, false);
      assert.equal(sent.body.test, true);
      assert.equal(sent.body.echo, 'run-7');
      assert.equal(sent.body.delivery.email, 'delivered');
      const mail = service.sink.mails.at(-1);
      assert.match(mail?.email.subject ?? '', /^\[Test\] /);
      assert.match(mail?.email.text ?? '', /Hello/);
      assert.equal(mail?.email.replyTo?.[0]?.address, 'ada@example.org');

      const args = { form_id: formId, management_token: created.management_token };
      const { body: deleted } = await call('delete_form', args);
      assert.deepEqual(deleted, { success: true, status: 'deleted', form_id: formId });
      const gone = await call('get_form_status', { form_id: formId });
      assert.equal(gone.body.error, 'route_not_found');
      assert.equal(service.sink.mails.length, 2);
    });

    it(`a client of ${revision} sees its tools with titles, descriptions, annotations and schemas`, async (test) => {
      const service = await startService(test);
      const { client } = await connectMcp(test, service, { revision });
      const { tools } = await client.listTools();
      const hints = tools.map(({ name, annotations }) => [
        name,
        annotations?.readOnlyHint,
        annotations?.destructiveHint,
        annotations?.idempotentHint,
        annotations?.openWorldHint,
      ]);
      assert.deepEqual(hints, [
        ['create_form', false, false, false, true],
        ['get_form_status', true, false, true, false],
        ['resend_verification', false, false, false, true],
        ['get_install_code', true, false, true, false],
        ['send_test_submission', false, false, false, true],
        ['test_form', false, false, false, true],
        ['get_form_settings', true, false, true, false],
        ['set_form_settings', false, true, true, true],
        ['get_form_counts', true, false, true, false],
        ['create_access_key', false, false, false, false],
        ['list_access_keys', true, false, true, false],
        ['end_access_key', false, true, true, false],
        ['get_service_info', true, false, true, false],
        ['delete_form', false, true, true, false],
      ]);
      for (const { title, description, inputSchema } of tools) {
        assert.ok(title && description);
        assert.equal(inputSchema.type, 'object');
        // Some model APIs refuse these at the root of an input schema.
        for (const word of ['anyOf', 'oneOf', 'allOf']) assert.equal(word in inputSchema, false);
      }
    });

    it(`a client of ${revision} learns the human step, and that there are tools and a skill`, async (test) => {
      const service = await startService(test);
      const { client } = await connectMcp(test, service, { revision });
      assert.match(client.getInstructions() ?? '', /a person has to open the verification email/);
      assert.match(client.getInstructions() ?? '', /Never open the link or confirm by program/);
      assert.deepEqual(client.getServerCapabilities(), {
        tools: { listChanged: false },
        resources: { listChanged: false },
        extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
      });
      assert.equal(client.getServerVersion()?.name, 'letterslot');
      assert.equal(client.getServerVersion()?.version, `${manifest.version}+unknown`);
    });
  });

describe('tools', () => {
  it('tools say what GET / says', async (test) => {
    const service = await startService(test);
    const { call } = await connectMcp(test, service);
    const { json } = await service.request('/');
    assert.deepEqual((await call('get_service_info')).body, json);
  });

  it('tools send a short message when no fields are given', async (test) => {
    const service = await startService(test);
    const { form_id: formId } = await service.activeRoute();
    const { call } = await connectMcp(test, service);
    const { body } = await call('send_test_submission', { form_id: formId });
    assert.deepEqual([body.test, body.echo], [true, null]);
    assert.match(service.sink.mails[0]?.email.text ?? '', /This is a test submission\./);
  });

  it('tools rehearse a submission, redirect included, without a mail', async (test) => {
    const service = await startService(test);
    const { form_id: formId } = await service.activeRoute();
    const { call } = await connectMcp(test, service);
    const fields = { message: 'm', _next: 'https://example.com/thanks' };
    const dry = await call('send_test_submission', { form_id: formId, fields, dry_run: true });
    assert.deepEqual([dry.failed, dry.body.dry_run, dry.body.used], [false, true, undefined]);
    assert.equal(dry.body.would.redirect, 'https://example.com/thanks');
    assert.equal(service.sink.mails.length, 0);
    const real = await call('send_test_submission', { form_id: formId, fields, dry_run: false });
    assert.deepEqual([real.body.dry_run, real.body.test, real.body.used], [undefined, true, 1]);
    assert.equal(service.sink.mails.length, 1);
  });

  it('tools tell agents to make one form for each page with an idempotency_key, and mark create_form as not idempotent', async (test) => {
    const service = await startService(test);
    const { client } = await connectMcp(test, service);
    const { tools } = await client.listTools();
    const create = tools.find(({ name }) => name === 'create_form');
    assert.equal(create?.annotations?.idempotentHint, false);
    for (const text of [create?.description, client.getInstructions()]) {
      assert.match(text ?? '', /One form for each page, not one for each run.*idempotency_key/s);
    }
  });

  it('tools send a test submission as a test, whatever its fields and its echo say', async (test) => {
    const service = await startService(test, { SUBMIT_RATE_PER_MINUTE: '0/0' });
    const { form_id } = await service.activeRoute();
    const { call } = await connectMcp(test, service);
    const fields = { message: 'm', _test: 'false' };
    for (const echo of [undefined, '', ' ', '0', 'no', 'false', 'off', 'No', ' OFF ', '\ufeff']) {
      const { body } = await call('send_test_submission', { form_id, fields, echo });
      assert.deepEqual([body.test, body.echo], [true, echo ?? null], JSON.stringify(echo));
      assert.match(service.sink.mails.at(-1)?.email.subject ?? '', /^\[Test\] /);
    }
    const long = await call('send_test_submission', { form_id, echo: '🦊'.repeat(100) });
    assert.equal(long.body.echo, '🦊'.repeat(64));
    const trapped = { form_id, fields: { message: 'm', _gotcha: 'x' }, echo: 'no' };
    const { body: dropped } = await call('send_test_submission', trapped);
    assert.deepEqual([dropped.test, dropped.echo], [undefined, undefined]);
    const { body: dry } = await call('send_test_submission', {
      form_id,
      echo: 'no',
      dry_run: true,
    });
    assert.deepEqual([dry.dry_run, dry.would.test, dry.echo], [true, true, undefined]);
  });
});

describe('errors of tools', () => {
  const UNKNOWN = 'cfm_ZZZZZZZZZZZZZZZZ';
  const cases: [tool: string, args: Record<string, unknown>, code: string][] = [
    ['create_form', {}, 'invalid_email'],
    ['create_form', { email: 'no address', alias: 'A' }, 'invalid_email'],
    ['create_form', { email: 7, alias: 'A' }, 'invalid_email'],
    ['create_form', { ...FORM, alias: '' }, 'invalid_alias'],
    ['create_form', { ...FORM, alias: 'a\nb' }, 'invalid_alias'],
    ['create_form', { ...FORM, delivery: { mode: 'fax' } }, 'delivery_config_unsupported'],
    ['create_form', { ...FORM, idempotency_key: '' }, 'invalid_idempotency_key'],
    ['create_form', { ...FORM, idempotency_key: 'a\r\nb: c' }, 'invalid_idempotency_key'],
    ['create_form', { ...FORM, idempotency_key: 'schlüssel' }, 'invalid_idempotency_key'],
    ['create_form', { ...FORM, idempotency_key: 7 }, 'invalid_idempotency_key'],
    ['get_form_status', {}, 'route_not_found'],
    ['get_form_status', { form_id: UNKNOWN }, 'route_not_found'],
    ['get_form_status', { form_id: 'verify' }, 'route_not_found'],
    ['get_form_status', { form_id: '..' }, 'route_not_found'],
    ['get_form_status', { form_id: '../../health' }, 'route_not_found'],
    ['get_form_status', { form_id: `${UNKNOWN}?x` }, 'route_not_found'],
    ['get_form_status', { form_id: '\ud800' }, 'route_not_found'],
    ['get_form_status', { form_id: [UNKNOWN] }, 'route_not_found'],
    ['send_test_submission', { form_id: UNKNOWN }, 'route_not_found'],
    ['delete_form', { form_id: UNKNOWN }, 'management_token_required'],
    ['delete_form', { form_id: UNKNOWN, management_token: 'a\r\nb' }, 'management_token_required'],
    ['delete_form', { form_id: UNKNOWN, management_token: 'nonsense' }, 'management_token_invalid'],
    ['delete_form', { form_id: UNKNOWN, management_token: {} }, 'management_token_required'],
  ];
  it('tools answer every fault of a client with the code of the contract', async (test) => {
    const service = await startService(test);
    const { call } = await connectMcp(test, service);
    for (const [tool, args, code] of cases) {
      const { failed, body } = await call(tool, args);
      assert.equal(failed, true, `${tool} ${JSON.stringify(args)}`);
      assert.equal(body.error, code, `${tool} ${JSON.stringify(args)}`);
      assert.equal(body.success, false);
      assert.equal(typeof body.retryable, 'boolean');
    }
    assert.equal(service.sink.mails.length, 0);
  });

  it('tools answer refused submissions with the code of the contract', async (test) => {
    const service = await startService(test, { MONTHLY_LIMIT: '1' });
    const { form_id } = await service.activeRoute();
    const { call } = await connectMcp(test, service);
    const send = async (fields: unknown) => {
      const { body } = await call('send_test_submission', { form_id, fields });
      return body;
    };
    assert.equal((await send({ message: '' })).error, 'submission_empty');
    assert.equal((await send('text')).error, 'invalid_json');
    assert.equal((await send([1])).error, 'invalid_json');
    assert.equal((await send({ message: 'x'.repeat(110_000) })).error, 'submission_too_large');
    assert.equal((await send({ message: 'm', _gotcha: 'x' })).test, undefined);
    service.sink.refuseWith({ code: 550, text: 'no' });
    const refused = await send({ message: 'm' });
    assert.deepEqual([refused.error, refused.retryable], ['delivery_failed', true]);
    service.sink.refuseWith(undefined);
    assert.equal((await send({ message: 'm' })).used, 1);
    const exhausted = await send({ message: 'm' });
    assert.equal(exhausted.error, 'monthly_allowance_exhausted');
    assert.match(exhausted.resets_at, /^\d{4}-/);
  });

  it('tools answer a failing store without details', async (test) => {
    const service = await startService(
      test,
      {},
      {
        wrapStore: (store) => ({
          ...store,
          routes: Object.assign(Object.create(store.routes), {
            find: () => Promise.reject(new Error('disk on fire')),
          }),
        }),
      },
    );
    const { call } = await connectMcp(test, service);
    const { failed, body } = await call('get_form_status', { form_id: UNKNOWN });
    assert.equal(failed, true);
    assert.deepEqual([body.error, body.retryable], ['internal_error', true]);
    assert.doesNotMatch(JSON.stringify(body), /fire/);
  });
});
