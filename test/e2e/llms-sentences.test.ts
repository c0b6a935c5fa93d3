import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import { OPERATION_IDS, operationOf } from '../../src/contract/operations.ts';
import { FRAMEWORK_IDS } from '../../src/contract/words.ts';
import { callWith, inboxTokenIn } from '../support/inbox-session.ts';
import { until } from '../support/until.ts';
import { OWNER, startService, type TestService } from '../support/service.ts';

const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

let service: TestService;
let text = '';
let formId = '';

before(async () => {
  service = await startService(undefined);
  text = (await service.request('/llms.txt')).text;
  formId = (await service.activeRoute()).form_id;
});
after(() => service.close());

const submit = (fields: Record<string, string>, headers?: Record<string, string>) =>
  service.submit(formId, fields, headers);

const post = (body: RequestBody, type?: string) =>
  service.request(`/f/${formId}`, {
    method: 'POST',
    headers: type === undefined ? {} : { 'content-type': type },
    body,
  });

type RequestBody = string | FormData | URLSearchParams;

/** The effects of fields in a dry run, by name. */
async function effectsOf(fields: Record<string, string>): Promise<Record<string, string>> {
  const { json } = await submit({ ...fields, _dry_run: 'true' });
  const all: { name: string; effect: string }[] = json.fields;
  return Object.fromEntries(all.map(({ name, effect }) => [name, effect]));
}

/** What each sentence says, shown to hold; a sentence that is not here fails the test. */
const CLAIMS: [sentences: string[], check: () => Promise<void> | void][] = [
  [
    [
      'One request turns an email address into a permanent form endpoint.',
      'No account, no API key.',
      'The answer has form_id, endpoint (permanent), management_token (secret) and next_action.',
    ],
    async () => {
      const { status, json } = await service.create({ email: 'new@example.com' });
      assert.equal(status, 202);
      for (const name of ['form_id', 'endpoint', 'management_token', 'next_action'])
        assert.ok(name in json, name);
    },
  ],
  [
    [
      'What visitors post there arrives in that confirmed inbox as an email.',
      'A 200 means that the mail server accepted the message.',
    ],
    async () => {
      service.sink.mails.length = 0;
      assert.equal((await submit({ message: 'Hello' })).status, 200);
      assert.deepEqual(service.sink.mails[0]?.recipients, [OWNER]);
    },
  ],
  [
    [
      'A form with the setting fields checks them as a browser does: 422 submission_invalid has every fault in ' +
        'errors, [{"field", "code", "message"}], with the codes of HTML\'s ValidityState or unknownField.',
    ],
    async () => {
      const fields = [{ name: 'email', type: 'email' }];
      const settings = { fields, unknown_fields: 'refuse' };
      const { form_id } = await service.activeRoute({ email: 'fields@example.com', settings });
      const { status, json } = await service.submit(form_id, { email: 'ada', hobby: 'x' });
      assert.equal(status, 422);
      assert.equal(json.error, 'submission_invalid');
      const faults: { field: string; code: string; message: string }[] = json.errors;
      assert.ok(faults.every(({ message }) => message !== ''));
      assert.deepEqual(
        faults.map(({ field, code }) => [field, code]),
        [
          ['email', 'typeMismatch'],
          ['hobby', 'unknownField'],
        ],
      );
    },
  ],
  [
    ['Nothing of a submission is stored.'],
    async () => {
      const { persistence } = (await service.request('/')).json;
      assert.equal(persistence.submission_fields, 'never');
    },
  ],
  [
    ['Create it. Send an Idempotency-Key of your own (16 random bytes), so that a retry is safe:'],
    async () => {
      const headers = { 'idempotency-key': 'a'.repeat(32) };
      const [first, again] = [
        await service.create({ alias: 'Twice' }, headers),
        await service.create({ alias: 'Twice' }, headers),
      ];
      assert.equal(again.json.form_id, first.json.form_id);
    },
  ],
  [
    [
      'With a webhook in addition to the email; "mode": "webhook" calls it instead of the email:',
      'The answer has webhook.secret too: calls are signed as Standard Webhooks.',
    ],
    async () => {
      const webhook = { url: 'https://hooks.example.com/letterslot' };
      for (const mode of ['both', 'webhook']) {
        const { json } = await service.create({ delivery: { mode, webhook } });
        assert.match(json.webhook.secret, /^whsec_/);
      }
    },
  ],
  [
    [
      'If next_action.type is "human_verification", a person has to open the verification email and ' +
        'confirm on the page it links to. No program can do this.',
      `Poll next_action.poll.url every ${LIMITS.pollIntervalSeconds} seconds until status is "active".`,
    ],
    async () => {
      const { next_action } = (await service.create({ email: 'poll@example.com' })).json;
      assert.equal(next_action.type, 'human_verification');
      assert.equal(next_action.poll.interval_seconds, LIMITS.pollIntervalSeconds);
      const { json } = await service.request(next_action.poll.url.replace(service.url, ''));
      assert.equal(json.status, 'pending_verification');
    },
  ],
  [
    [
      'Get the code of an accessible form, made for this endpoint, and add its files to the website; ' +
        `framework is one of ${FRAMEWORK_IDS.join(', ')}:`,
      'The answer has files, notes and test_command; with &raw=1 it is the first file as plain text.',
      'Its form has the fields of the setting "fields", else name, email and message.',
      '/v1/install has the same code with {{FORM_ENDPOINT}} instead of the endpoint.',
    ],
    async () => {
      for (const framework of FRAMEWORK_IDS) {
        const path = `/v1/routes/${formId}/install?framework=${framework}`;
        const { json } = await service.request(path);
        assert.ok(json.notes && json.test_command);
        const [{ content }] = json.files;
        assert.equal((await service.request(`${path}&raw=1`)).text, content);
        const generic = (await service.request(`/v1/install?framework=${framework}`)).json;
        const endpoint = `${service.url}/f/${formId}`;
        assert.equal(generic.files[0].content.replaceAll('{{FORM_ENDPOINT}}', endpoint), content);
      }
      const namesOf = async (id: string) => {
        const { text: code } = await service.request(`/v1/routes/${id}/install?raw=1`);
        return Array.from(code.matchAll(/^ +(?:<input .*)?name="([a-z]+)"/gm), ([, name]) => name);
      };
      assert.deepEqual(await namesOf(formId), ['name', 'email', 'message']);
      const declared = await service.activeRoute();
      await service.putSettings(declared, { fields: [{ name: 'age', type: 'number' }] });
      assert.deepEqual(await namesOf(declared.form_id), ['age']);
    },
  ],
  [
    ['A form of your own works as well:'],
    async () => {
      const [, html = ''] = /(<form .*<\/form>)/s.exec(text) ?? [];
      assert.ok(html.includes(`action="${service.url}/f/<form_id>" method="post"`));
      const names = Array.from(html.matchAll(/ name="(\w+)"/g), ([, name = '']) => name);
      assert.deepEqual(names, ['name', 'email', 'message']);
      const filled = { name: 'Ada', email: 'ada@example.org', message: 'Hello' };
      assert.equal((await submit(filled)).status, 200);
    },
  ],
  [
    [
      'Rehearse it, which sends nothing and says what each field does:',
      'Test it; the mail\'s subject starts with [Test] and the answer has "test": true:',
    ],
    async () => {
      service.sink.mails.length = 0;
      assert.deepEqual(await effectsOf({ message: 'x' }), {
        message: 'shown',
        _dry_run: 'dry_run',
      });
      assert.equal(service.sink.mails.length, 0);
      assert.equal((await submit({ message: 'x', _test: 'true' })).json.test, true);
      assert.match(service.sink.mails[0]?.email.subject ?? '', /^\[Test\]/);
    },
  ],
  [
    [
      'Each of these needs the management_token, or a session of the inbox, as bearer.',
      'Send the verification email again, for a form that still waits:',
      'Send one test to every place and wait for each; "delivery" says which got it, "reasons" why one ' +
        'did not:',
      `Count what came on each of the last ${LIMITS.countedDays} days:`,
      'Read the settings, then replace the whole document; members left out get their defaults:',
      'Delete it for good:',
    ],
    () => {
      const paths = new Set(
        ['verification', 'test', 'counts', 'settings'].map((end) => `/v1/routes/{formId}/${end}`),
      );
      const all = OPERATION_IDS.map(operationOf).filter(
        ({ method, path }) => paths.has(path) || method === 'DELETE',
      );
      assert.deepEqual(
        [all.length, ...new Set(all.map((row) => row.credential))],
        [6, 'managementToken'],
      );
    },
  ],
  [
    [
      'Owners without the token: POST /v1/inbox/sessions with {"email": ...} mails a link, whose token POST ' +
        '/v1/inbox/sessions/exchange turns into a session of an hour.',
      'The page BASE/inbox does this.',
    ],
    async () => {
      // An inbox of its own: the budget of mails to the other one is used by other sentences.
      const email = 'session@example.com';
      await service.activeRoute({ email });
      await callWith(service, 'POST', '/v1/inbox/sessions', { body: { email } });
      await until('the mail with the link', () => service.sink.mails.length > 0);
      const [mail] = service.sink.mails;
      assert.ok(mail);
      const path = '/v1/inbox/sessions/exchange';
      const { json } = await callWith(service, 'POST', path, {
        body: { token: inboxTokenIn(mail) },
      });
      const minutes = (Date.parse(json.expires_at) - Date.now()) / 60_000;
      assert.ok(minutes > 55 && minutes <= 60);
      assert.equal(
        (await callWith(service, 'GET', '/v1/inbox/routes', { bearer: json.session })).status,
        200,
      );
    },
  ],
  [
    ['Names are exact. Of several in a line the first that is filled in counts.'],
    async () => {
      const both = { subject: 'b', _subject: 'a', message: 'x' };
      assert.equal((await submit({ ...both, _dry_run: 'true' })).json.would.subject, 'a');
      const blank = { subject: 'b', _subject: ' ', message: 'x', _dry_run: 'true' };
      assert.equal((await submit(blank)).json.would.subject, 'b');
      assert.equal((await effectsOf({ Subject: 's' }))['Subject'], 'shown');
    },
  ],
  [
    [
      'Captcha tokens and control fields of other services (_cc, _autoresponse, _webhook and the like) are ' +
        'neither honoured nor printed.',
      'Forms made for Formspree, Web3Forms, FormSubmit or Netlify Forms need another action URL and no ' +
        'other change; a dry run names what differs.',
    ],
    async () => {
      const others = { _cc: 'x', _autoresponse: 'x', _webhook: 'x', 'h-captcha-response': 'x' };
      const effects = await effectsOf({ message: 'x', ...others });
      for (const name of Object.keys(others))
        assert.match(effects[name] ?? '', /^(?:swallowed|not_honoured)$/);
    },
  ],
  [
    [
      'Bodies: application/x-www-form-urlencoded, multipart/form-data without files, or a flat JSON object, ' +
        `with at most ${LIMITS.submissionFields} fields.`,
    ],
    async () => {
      const data = new FormData();
      data.set('message', 'x');
      assert.equal((await post(data)).status, 200);
      assert.equal((await post('{"message":"x"}', 'application/json')).status, 200);
      const many = (size: number) =>
        new URLSearchParams(
          Array.from({ length: size }, (_, at): [string, string] => [`f${at}`, 'x']),
        );
      assert.equal((await post(many(LIMITS.submissionFields))).status, 200);
      assert.equal(
        (await post(many(LIMITS.submissionFields + 1))).json.error,
        'submission_too_large',
      );
    },
  ],
  [
    ['Browsers are answered with a page, programs with JSON.'],
    async () => {
      const page = await submit({ message: 'x' }, { accept: 'text/html' });
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    },
  ],
  [
    [`At most ${LIMITS.monthlyDeliveries} deliveries per inbox and month.`],
    async () => assert.equal((await submit({ message: 'x' })).json.limit, LIMITS.monthlyDeliveries),
  ],
  [
    [
      'Send an Idempotency-Key (16 random bytes, a new one for each submission) where you may have to send ' +
        `again: for ${LIMITS.submissionRetryHours} hours the same submission with the same key gets the first answer, and no ` +
        'second mail is sent.',
    ],
    async () => {
      service.sink.mails.length = 0;
      const send = () => submit({ message: 'once' }, { 'idempotency-key': 'b'.repeat(32) });
      assert.equal((await send()).text, (await send()).text);
      assert.equal(service.sink.mails.length, 1);
    },
  ],
  [
    [
      'A form whose setting challenge is "always", or "suspicious" where a submission looks odd, answers 428 ' +
        'challenge_required with "challenge": {algorithm, challenge, maxnumber, salt, signature}.',
      'Find the number from 0 to maxnumber for which the hex SHA-256 of salt + number is challenge.',
      'Send the same submission again with the field altcha: base64 of the JSON {"algorithm", "challenge", ' +
        '"number", "salt", "signature"}.',
      `A solution is valid for ${LIMITS.challengeMinutes} minutes and for one delivery.`,
      'GET /v1/routes/<form_id>/challenge gives one in advance, for the ALTCHA widget too (version 1).',
    ],
    async () => {
      const settings = { challenge: 'suspicious' };
      const { form_id } = await service.activeRoute({ alias: 'Challenged', settings });
      const send = (fields: Record<string, string>) => service.submit(form_id, fields);
      assert.equal((await send({ message: 'x' })).status, 200);
      const odd = { message: '[url=https://a.example]x[/url]' };
      const { status, json } = await send(odd);
      assert.equal(status, 428);
      const { algorithm, challenge, maxnumber, salt, signature } = json.challenge;
      const hashOf = (number: number) => hash('sha256', salt + String(number), 'hex');
      let number = 0;
      while (number <= maxnumber && hashOf(number) !== challenge) number += 1;
      const solution = JSON.stringify({ algorithm, challenge, number, salt, signature });
      const solved = { ...odd, altcha: Buffer.from(solution).toString('base64') };
      assert.deepEqual([(await send(solved)).status, (await send(solved)).status], [200, 428]);
      const advance = await service.request(`/v1/routes/${form_id}/challenge`);
      assert.deepEqual(Object.keys(advance.json), Object.keys(json.challenge));
    },
  ],
  [
    [
      'The answer\'s "receipt" proves the delivery: a signed root (JWS), claims and the Merkle path between ' +
        'them, joined by "~"; its keys: BASE/.well-known/jwks.json',
    ],
    async () => {
      const { receipt } = (await submit({ message: 'x' })).json;
      assert.equal(receipt.split('~').length, 3);
      const { keys } = (await service.request('/.well-known/jwks.json')).json;
      const head = JSON.parse(Buffer.from(receipt.split('.')[0], 'base64url').toString());
      assert.equal(head.kid, keys[0].kid);
    },
  ],
  [
    ['Every error is {"success": false, "error": code, "message": text, "retryable": boolean}.'],
    async () => {
      const { success, error, message, retryable } = (await submit({})).json;
      assert.deepEqual(
        [success, typeof error, typeof message, typeof retryable],
        [false, 'string', 'string', 'boolean'],
      );
    },
  ],
  [
    [
      'Base URL: BASE OpenAPI: BASE/openapi.json MCP: BASE/mcp (Streamable HTTP, no authentication)',
    ],
    async () => {
      const { openapi_url, mcp_url } = (await service.request('/')).json;
      assert.equal(openapi_url, `${service.url}/openapi.json`);
      assert.equal(mcp_url, `${service.url}/mcp`);
      assert.equal((await service.request('/openapi.json')).status, 200);
    },
  ],
];

/** The sentences: what is no command, no list, no heading and no HTML. */
function proseOf(all: string): string {
  return words(
    all
      .split('## Operations')[0]
      ?.concat(all.slice(all.indexOf('\nEvery error is'), all.indexOf('\n- invalid_json')))
      .replaceAll(/ {3}curl (?:[^\n]|\n {3,}\S)+/g, '')
      .replace(/<form .*<\/form>/s, '')
      .replaceAll(/^- (?!Captcha)(?:[^\n]|\n {2}\S)+/gm, '')
      .replaceAll(/^(?:#+ .*|> |- |\d\. )/gm, '')
      .replace('\n> ', ' ')
      .replaceAll(service.url, 'BASE') ?? '',
  );
}

describe('the sentences of llms.txt', () => {
  for (const [sentences, check] of CLAIMS) {
    it(`llms.txt is right that: ${sentences[0]}`, async () => {
      await check();
    });
  }

  it('llms.txt has no sentence that these tests do not show', () => {
    let rest = proseOf(text);
    for (const sentence of CLAIMS.flatMap(([sentences]) => sentences)) {
      assert.ok(rest.includes(sentence), `it does not say: ${sentence}\nbut: ${rest}`);
      rest = rest.replace(sentence, '');
    }
    assert.equal(rest.trim(), '');
  });
});
