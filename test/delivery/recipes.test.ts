import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { createContext, runInContext, runInNewContext } from 'node:vm';
import { reservePort } from '../support/own-port.ts';
import { startService } from '../support/service.ts';
import {
  APIS,
  deployScript,
  evaluate,
  OF_SERVICES,
  variantsOf,
  type ApiCall,
} from '../support/recipe-services.ts';
import { until } from '../support/until.ts';
import {
  REACHES_RECEIVER,
  startWebhookReceiver,
  type WebhookCall,
} from '../support/webhook-receiver.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');
const PROGRAMS = join(DOCS, 'programs');
const PAGE = readFileSync(join(DOCS, 'recipes.md'), 'utf8');

/** The code of a section, as the page has it. */
function codeIn(section: string): string {
  const text = PAGE.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  const [, code = ''] = /^```\w+\n(.*?)^```$/ms.exec(text) ?? [];
  assert.ok(code, section);
  return code;
}

const FIELDS = {
  name: 'Ada Lövelace',
  '=A1': '=HYPERLINK("https://evil.example")',
  day: ['Mo', 'Di'],
};

/** What the service really sends for a submission, and the secret that signs it. */
async function callsOf(
  test: TestContext,
  ...submissions: Record<string, string | string[]>[]
): Promise<{ calls: WebhookCall[]; secret: string }> {
  const receiver = await startWebhookReceiver(test);
  const service = await startService(test, {}, { receivers: REACHES_RECEIVER });
  const webhook = { url: receiver.url };
  const route = await service.activeRoute({ delivery: { mode: 'webhook', webhook } });
  for (const fields of submissions) {
    const body = JSON.stringify(fields);
    const headers = { 'content-type': 'application/json' };
    const { status } = await service.request(`/f/${route.form_id}`, {
      method: 'POST',
      headers,
      body,
    });
    assert.equal(status, 200);
  }
  return { calls: receiver.calls, secret: route.webhook?.secret ?? '' };
}

/** What steps of n8n and Zapier get: `require` of one module. */
const requireCrypto = (name: string) => {
  assert.equal(name, 'crypto');
  return createRequire(import.meta.url)('node:crypto');
};

const URL_OF_SCRIPT = 'https://script.google.com/macros/s/AKfycb/exec';

it('Google Sheets: one row for each message, no formula of a visitor, no row without the key', async (test) => {
  const { calls } = await callsOf(test, { ...FIELDS }, { name: 'Bob', phone: '+49 30 1' });
  const bodies = calls.map(({ body }) => body);
  const code = codeIn('Google Sheets');
  assert.equal(
    deployScript(code).post(`${URL_OF_SCRIPT}?key=REPLACE-WITH-A-LONG-RANDOM-TEXT`, bodies[0]!)
      .text,
    'wrong key',
  );
  const app = deployScript(code.replace('REPLACE-WITH-A-LONG-RANDOM-TEXT', 'k-1'));
  for (const url of [URL_OF_SCRIPT, `${URL_OF_SCRIPT}?key=k-2`]) {
    assert.equal(app.post(url, bodies[0]!).text, 'wrong key');
  }
  assert.equal(app.rows.length, 0);
  for (const body of [bodies[0]!, bodies[1]!, bodies[0]!]) {
    assert.equal(app.post(`${URL_OF_SCRIPT}?key=k-1`, body).status, 200);
  }
  const [head, first, second, ...more] = app.rows;
  assert.deepEqual(head, ['Reference', 'Time', 'Form', 'Test', 'name', '=A1', 'day', 'phone']);
  assert.deepEqual(first?.slice(2), [
    'Contact form',
    false,
    'Ada Lövelace',
    FIELDS['=A1'],
    'Mo\nDi',
  ]);
  assert.deepEqual([second?.[4], second?.at(-1), more.length], ['Bob', '+49 30 1', 0]);
});

it('n8n and Zapier: their code lets through what is signed, and nothing else', async (test) => {
  const { calls, secret } = await callsOf(test, { ...FIELDS });
  const workflow = JSON.parse(readFileSync(join(PROGRAMS, 'n8n-workflow.json'), 'utf8'));
  assert.deepEqual(workflow.connections.Webhook.main[0][0].node, workflow.nodes[1].name);
  const withSecret = (code: string) => code.replace('whsec_REPLACE', secret);
  for (const [name, { headers, body }] of Object.entries(variantsOf(calls[0]!))) {
    const ran = Promise.resolve(
      runInNewContext(
        `(async function () { ${withSecret(workflow.nodes[1].parameters.jsCode)} }).call(self)`,
        {
          Buffer,
          require: requireCrypto,
          $input: { first: () => ({ json: { headers } }) },
          self: { helpers: { getBinaryDataBuffer: async () => Buffer.from(body) } },
        },
      ),
    );
    const inputData = {
      id: headers['webhook-id'],
      time: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
      body,
    };
    const zap = async () => {
      const context = createContext({ Buffer, require: requireCrypto, inputData });
      await runInContext(`(async () => { ${withSecret(codeIn('Zapier'))} })()`, context);
      return context.output;
    };
    if (name === 'genuine') {
      assert.equal((await ran)[0].json.data.fields.name, FIELDS.name);
      assert.equal((await zap()).name, FIELDS.name);
    } else {
      await assert.rejects(ran, /too old|wrong signature/, name);
      await assert.rejects(zap(), /too old|wrong signature/, name);
    }
  }
});

it('Make: its filter is true for what is signed, and for nothing else', async (test) => {
  const { calls, secret } = await callsOf(test, { ...FIELDS });
  const formula = codeIn('Make')
    .trim()
    .slice(2, -2)
    .replace('"KEY"', `"${secret.slice('whsec_'.length)}"`);
  for (const [name, { headers, body }] of Object.entries(variantsOf(calls[0]!))) {
    const list = Object.entries(headers).map(([key, value]) => ({ name: key, value }));
    assert.equal(evaluate(formula, list, body), name === 'genuine', name);
  }
});

it('Airtable: a call is JSON of less than 100 kB, with the fields by their names', async (test) => {
  const { calls } = await callsOf(test, { message: 'x'.repeat(20_000) });
  const [{ headers, body } = { headers: {}, body: '' }] = calls;
  assert.equal(headers['content-type'], 'application/json');
  assert.ok(Buffer.byteLength(body) < 100_000);
  assert.equal(JSON.parse(body).data.fields.message.length, 20_000);
});

it('Notion, Airtable and Nextcloud: the receiver adds what is signed, and says when a service refuses', async (test) => {
  const { calls, secret } = await callsOf(test, { ...FIELDS, message: '😀'.repeat(3000) });
  const { default: receiver } = await import(join(PROGRAMS, 'receiver.mjs'));
  for (const [service, check] of Object.entries(APIS)) {
    const asked: ApiCall[] = [];
    let status = 200;
    const api = test.mock.method(globalThis, 'fetch', async (url: string, init: RequestInit) => {
      const headers = init.headers as Record<string, string>;
      assert.equal(headers['content-type'], 'application/json');
      asked.push({ url, headers, body: JSON.parse(init.body as string) });
      return new Response('{}', { status });
    });
    const env = { SERVICE: service, WEBHOOK_SECRET: secret, ...OF_SERVICES };
    const send = async ({ headers, body }: Pick<WebhookCall, 'headers' | 'body'>) => {
      const sent = new Headers(
        Object.entries(headers).map(([name, value]) => [name, String(value)]),
      );
      const request = new Request('https://receiver', { method: 'POST', headers: sent, body });
      return (await receiver.fetch(request, env)).status;
    };
    const { genuine, ...others } = variantsOf(calls[0]!);
    for (const other of Object.values(others)) assert.equal(await send(other), 401);
    assert.equal(asked.length, 0);
    assert.equal(await send(genuine), 204);
    assert.equal(asked.length, 1);
    check(asked[0]!);
    assert.ok(JSON.stringify(asked[0]!.body).includes('Ada Lövelace'));
    status = 400;
    assert.equal(await send(genuine), 502);
    api.mock.restore();
  }
});

it('the receiver runs in Node', async (test) => {
  const { calls, secret } = await callsOf(test, { ...FIELDS });
  const asked: string[] = [];
  const cloud = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => response.end('{}'));
  }).listen(0, '127.0.0.1');
  test.after(() => cloud.close());
  await once(cloud, 'listening');
  const { port: cloudPort } = cloud.address() as AddressInfo;
  const port = await reservePort();
  const env = {
    ...OF_SERVICES,
    SERVICE: 'nextcloud',
    WEBHOOK_SECRET: secret,
    NEXTCLOUD_URL: `http://127.0.0.1:${cloudPort}`,
    PORT: String(port),
  };
  const program = spawn(process.execPath, ['serve.mjs'], {
    cwd: PROGRAMS,
    env,
    stdio: 'inherit',
  });
  test.after(() => program.kill());
  const { headers, body } = calls[0]!;
  const sent = Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith('webhook-')),
  );
  let status = 0;
  await until('the receiver', async () => {
    const url = `http://127.0.0.1:${port}/`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: sent as Record<string, string>,
      body,
    }).catch(() => undefined);
    status = answer?.status ?? 0;
    return answer !== undefined;
  });
  assert.deepEqual([status, asked.length], [204, 1]);
});
