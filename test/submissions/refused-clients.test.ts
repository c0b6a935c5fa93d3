import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Store } from '../../src/platform/stores/store.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { keysOf, withKey } from '../support/access-keys.ts';
import { startService, type Answer } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { standing } from '../support/time-windows.ts';

const RATES = { form: 6, client: 2 };
const MOST = RATES.client * LIMITS.refusalsPerSubmission;
const MOST_OF_SERVER = RATES.form * LIMITS.refusalsPerSubmission;
const UNKNOWN = 'cfm_ZZZZZZZZZZZZZZZZ';
const STRANGER = { 'x-forwarded-for': '198.51.100.1' };
const BROWSER = { accept: 'text/html' };
const CLAIM = withKey(`lsk_${'a'.repeat(43)}`);

/** A store that counts all calls of its tables. */
function watchStore() {
  const seen = { calls: 0 };
  const watched = <Table extends object>(table: Table): Table =>
    new Proxy(table, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...given: unknown[]) => {
          seen.calls += 1;
          return Reflect.apply(member, target, given) as unknown;
        };
      },
    });
  const wrapStore = (store: Store): Store =>
    Object.fromEntries(
      Object.entries(store).map(([name, table]) => [
        name,
        typeof table === 'object' ? watched(table) : table,
      ]),
    ) as unknown as Store;
  return { seen, wrapStore };
}

async function start(test: TestContext, env = {}) {
  const { seen, wrapStore } = watchStore();
  const rates = `${RATES.form}/${RATES.client}`;
  const service = await startService(
    test,
    {
      SUBMIT_RATE_PER_MINUTE: rates,
      TRUSTED_PROXIES: '127.0.0.1, ::1',
      CREATE_RATE_PER_MINUTE: '100',
      ...env,
    },
    { ...standing(), wrapStore },
  );
  const post = (formId: string, fields: Record<string, string>, headers: Record<string, string>) =>
    service.submit(formId, fields, { ...STRANGER, ...headers });
  /** Sends requests in turn; returns the number that the rate refused, and the store calls. */
  const flood = async (times: number, send: (at: number) => Promise<Answer>) => {
    const statuses: number[] = [];
    for (let at = 0; at < times; at += 1) statuses.push((await send(at)).status);
    return statuses;
  };
  const callsOf = async (send: () => Promise<Answer>, status = 429) => {
    // Counts of forms are written after answers.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = seen.calls;
    assert.equal((await send()).status, status);
    return seen.calls - before;
  };
  return { ...service, post, flood, callsOf, seen };
}

type Started = Awaited<ReturnType<typeof start>>;

const MISSES: Record<string, (service: Started) => Promise<Answer>> = {
  'POST /f': ({ post }) => post(UNKNOWN, { message: 'x' }, {}),
  'POST /f with a made-up key': ({ post }) => post(UNKNOWN, { message: 'x' }, CLAIM),
  'GET /f': ({ request }) => request(`/f/${UNKNOWN}`, { headers: { ...STRANGER, ...BROWSER } }),
  'GET challenge': ({ request }) =>
    request(`/v1/routes/${UNKNOWN}/challenge`, { headers: STRANGER }),
};

const allOf = (count: number, status: number) => Array<number>(count).fill(status);

describe('a client that is refused too often', () => {
  for (const [name, miss] of Object.entries(MISSES)) {
    const most = name.includes('key') ? MOST_OF_SERVER : MOST;

    it(`${name}: a form that does not exist counts as refused, and beyond the rate nothing is looked up`, async (test) => {
      const service = await start(test);
      const { flood, callsOf, post, submit, activeRoute } = service;
      const { form_id } = await activeRoute();
      assert.deepEqual(await flood(most + 3, () => miss(service)), [
        ...allOf(most, 404),
        ...allOf(3, 429),
      ]);
      assert.equal(await callsOf(() => miss(service)), 0);
      assert.equal(await callsOf(() => post(form_id, { message: 'Hi' }, {})), 0);
      const other = { 'x-forwarded-for': '198.51.100.2', accept: 'application/json' };
      assert.equal((await submit(form_id, { message: 'Hi' }, other)).status, 200);
    });

    it(`${name}: misses all at once are looked up no more often`, async (test) => {
      const service = await start(test);
      const before = service.seen.calls;
      const answers = await Promise.all(Array.from({ length: 60 }, () => miss(service)));
      assert.equal(answers.filter(({ status }) => status === 404).length, most);
      assert.equal(service.seen.calls - before, most);
    });
  }

  it('submissions over the rate of a form or of a client cost no look-up either in the end', async (test) => {
    const { flood, post, callsOf, activeRoute } = await start(test);
    const { form_id } = await activeRoute();
    const send = (at: number) => post(form_id, { message: `Hello ${at}` }, {});
    const statuses = await flood(RATES.client + MOST, send);
    assert.deepEqual(statuses, [...allOf(RATES.client, 200), ...allOf(MOST, 429)]);
    assert.equal(await callsOf(() => send(99)), 0);
  });

  it('the page of a form that exists is limited like other calls, and nothing is looked up beyond', async (test) => {
    const { flood, request, callsOf, activeRoute } = await start(test, {
      CLIENT_RATE_PER_MINUTE: '20',
    });
    const path = `/f/${(await activeRoute()).form_id}`;
    const open = () => request(path, { headers: { ...STRANGER, ...BROWSER } });
    assert.deepEqual(await flood(21, open), [...allOf(20, 200), 429]);
    assert.equal(await callsOf(open), 0);
  });

  it('challenges over the rate of a client cost no look-up', async (test) => {
    const { flood, request, callsOf, activeRoute } = await start(test);
    const path = `/v1/routes/${(await activeRoute()).form_id}/challenge`;
    const ask = () => request(path, { headers: STRANGER });
    const most = RATES.client * LIMITS.challengesPerSubmission;
    assert.deepEqual(await flood(most + 1, ask), [...allOf(most, 200), 429]);
    assert.equal(await callsOf(ask), 0);
  });
});

describe('access keys and the rate of what is refused', () => {
  it('keys of forms that no inbox has confirmed make no server: refusals count for their client', async (test) => {
    const service = await start(test);
    const { flood, create, post, callsOf, sink } = service;
    const forms: [string, string][] = [];
    for (let at = 0; at < 8; at += 1) {
      const form = (await create({ email: `stranger${at}@example.com` })).json;
      forms.push([form.form_id, (await keysOf(service, form).make()).json.secret]);
    }
    const send = (at: number) => {
      const [formId, secret] = forms[at % forms.length] ?? ['', ''];
      const visitor = { _visitor_ip: `203.0.113.${at}`, message: `Hello ${at}` };
      return post(formId, visitor, withKey(secret));
    };
    const statuses = await flood(50, send);
    assert.deepEqual(statuses, [...allOf(MOST, 409), ...allOf(50 - MOST, 429)]);
    assert.equal(await callsOf(() => send(0)), 0);
    assert.equal(sink.mails.filter(isDelivery).length, 0);
  });

  it('refusals of a server count for its address over all forms, and beyond the rate nothing is looked up', async (test) => {
    const service = await start(test);
    const { flood, post, callsOf, activeRoute, submit } = service;
    const forms: [string, string][] = [];
    for (let at = 0; at < 8; at += 1) {
      const form = await activeRoute({ email: `owner${at}@example.com` });
      forms.push([form.form_id, (await keysOf(service, form).make()).json.secret]);
    }
    const send = (at: number) => {
      const [formId, secret] = forms[at % forms.length] ?? ['', ''];
      return post(formId, { _visitor_ip: `203.0.113.${at}`, message: '' }, withKey(secret));
    };
    const statuses = await flood(MOST_OF_SERVER + 5, send);
    assert.deepEqual(statuses, [...allOf(MOST_OF_SERVER, 400), ...allOf(5, 429)]);
    assert.equal(await callsOf(() => send(0)), 0);
    const [[formId, secret] = ['', '']] = forms;
    const elsewhere = { ...withKey(secret), 'x-forwarded-for': '198.51.100.2' };
    const visitor = { _visitor_ip: '203.0.113.200', message: 'Hello' };
    assert.equal((await submit(formId, visitor, elsewhere)).status, 200, 'another server');
  });

  it('made-up keys are no way around the rate of a client', async (test) => {
    const { flood, post, callsOf, activeRoute } = await start(test);
    const { form_id } = await activeRoute();
    const plain = await flood(MOST + 1, () => post(form_id, { message: '' }, {}));
    assert.deepEqual(plain, [...allOf(MOST, 400), 429]);
    const claimed = () => post(form_id, { message: '' }, CLAIM);
    assert.deepEqual(await flood(MOST_OF_SERVER, claimed), allOf(MOST_OF_SERVER, 429));
    assert.equal(await callsOf(claimed), 0);
  });

  it('no operation looks an unknown form up without end, whatever credential the client makes up', async (test) => {
    const service = await start(test, { CLIENT_RATE_PER_MINUTE: `${MOST}` });
    const operations = Object.entries(OPERATIONS).filter(([, { path }]) =>
      path.includes('{formId}'),
    );
    assert.ok(operations.length > 15);
    let made = 0;
    for (const [at, [id, { method, path, ...operation }]] of operations.entries()) {
      const [type] = Object.keys(('body' in operation && operation.body?.examples) || {});
      const call = () => {
        made += 1;
        return service.request(
          path.replace('{formId}', UNKNOWN).replace('{keyId}', 'key_7K2MNP4QRS'),
          {
            method,
            headers: {
              'x-forwarded-for': `203.0.113.${at}`,
              authorization: `Bearer lsm_${String(made).padStart(43, 'a')}`,
              accept: 'application/json',
              ...(type !== undefined && { 'content-type': type }),
            },
            ...(type !== undefined && { body: '{}' }),
          },
        );
      };
      const statuses = await service.flood(MOST + 2, call);
      assert.deepEqual(statuses.slice(-2), [429, 429], `${id} ${statuses.join(' ')}`);
      assert.equal(await service.callsOf(call), 0, id);
    }
  });
});
