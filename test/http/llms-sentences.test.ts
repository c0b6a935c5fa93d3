import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { keysOf, withKey } from '../support/access-keys.ts';
import { ANSWER, answeredForm, submitSolved } from '../support/answered-form.ts';
import { answerCopy, ownerPuts, questionTo } from '../support/copied-form.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { OPERATION_IDS, operationOf } from '../../src/contract/operations.ts';
import { FRAMEWORK_IDS } from '../../src/contract/enums.ts';
import { bounceTokenIn } from '../support/bounce-mails.ts';
import { basicAuth, postmarkBounce, PROVIDERS, report } from '../support/bounce-providers.ts';
import { startChatServices } from '../support/chat-services.ts';
import { callWith, inboxTokenIn, linkTokenOf, sessionOf } from '../support/inbox-session.ts';
import { encryptedForm } from '../support/encrypted-form.ts';
import { makeKey } from '../support/openpgp-key.ts';
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
const MIGRATING = readFileSync(join(import.meta.dirname, '../../docs/migrating.md'), 'utf8');

/** The lines that a form of another service gets, as the page about moving shows them. */
function addedFor(name: string): string[] {
  const section = MIGRATING.split(/^## /m).find((one) => one.startsWith(`${name}\n`)) ?? '';
  const [, changes = ''] = /```diff\n(.*?)```/s.exec(section) ?? [];
  return changes
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .map((line) => line.slice(1));
}

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
      'Messages are in the language of the form, else in that of Accept-Language, else in English; codes never change.',
    ],
    async () => {
      const { json } = await submit({}, { 'accept-language': 'de' });
      assert.equal(json.error, 'submission_empty');
      assert.match(json.message, /Formular/);
    },
  ],
  [
    [
      'The answer\'s "reference", like K74M-2Q9D, names the submission for people: its mail has it too.',
    ],
    async () => {
      const { json } = await submit({ message: 'Hello' });
      assert.match(json.reference, /^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
      assert.ok(service.sink.mails.at(-1)?.email.text?.includes(json.reference));
    },
  ],
  [
    [
      'A form whose setting encryption has a public key sends encrypted mails to its inbox alone: copies, targets ' +
        'or a webhook beside it are settings_invalid.',
      'GET /v1/inbox/encryption-key looks up the OpenPGP key of an inbox.',
    ],
    async () => {
      const encryption = { type: 'openpgp', key: (await makeKey(OWNER)).armored };
      const secret = await encryptedForm(service, { type: 'openpgp', key: encryption.key });
      assert.equal((await service.submit(secret, { message: 'Hello' })).status, 200);
      assert.match(service.sink.mails.at(-1)?.raw ?? '', /-----BEGIN PGP MESSAGE-----/);
      const webhook = { mode: 'both', webhook: { url: 'https://hooks.example.com/' } };
      const targets = [{ type: 'slack', url: 'https://hooks.slack.com/services/T0/B0/x' }];
      for (const [delivery, others] of [
        [webhook, {}],
        [{ mode: 'email' }, { copies: ['other@example.com'] }],
        [{ mode: 'email' }, { targets }],
      ]) {
        const { json } = await service.create({ delivery, settings: { encryption, ...others } });
        assert.equal(json.error, 'settings_invalid');
      }
      const answer = await callWith(service, 'GET', '/v1/inbox/encryption-key', {
        bearer: 'lss_x',
      });
      assert.equal(answer.json.error, 'session_invalid');
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
      assert.match(persistence.automatic_answers, /keyed hashes of addresses that a form answered/);
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
      'With &style=script it is a plain form and the script of this service, else code with all it needs in it.',
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
        const { json: scripted } = await service.request(`${path}&style=script`);
        assert.match(JSON.stringify(scripted.files), /\/form\.js/);
        assert.doesNotMatch(content, /\/form\.js/);
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
    [
      'Its script is optional: it sends without leaving the page, with errors at their fields.',
      'The form has data-state then (working, sent or failed), and gets the events letterslot:sent and letterslot:error.',
    ],
    // What it does is shown in a browser: test/browser/form-script.heavy.ts.
    async () => {
      assert.ok(text.includes(`<script type="module" src="${service.url}/form.js"></script>`));
      const { text: script } = await service.request('/form.js');
      for (const word of ['working', 'sent', 'failed', 'letterslot:sent', 'letterslot:error']) {
        assert.ok(script.includes(word), word);
      }
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
      "Make an access key for a website's own server; list the keys, and end one by its key_id:",
      'Its answer has secret, this once; a form has up to 5 keys.',
      'A form whose setting access is "key" takes a submission only with the header Authorization: Bearer <secret of a key>, ' +
        'and answers 401 access_key_required otherwise.',
      'With a key, also where access is not set, _visitor_ip and _visitor_origin say for whom the server speaks: they count ' +
        'for rates and origins, and are not delivered; without one they are fields like any other.',
    ],
    async () => {
      assert.equal(LIMITS.accessKeys, 5);
      const settings = { access: 'key', origins: ['https://example.com'] };
      const form = await service.activeRoute({ email: 'server@example.com', settings });
      const keys = keysOf(service, form);
      const { key, secret } = (await keys.make()).json;
      assert.deepEqual(await keys.list(), [key]);
      const fields = { message: 'x', _visitor_ip: '192.0.2.7' };
      const send = (
        more: Record<string, string>,
        headers: Record<string, string> = withKey(secret),
      ) => service.submit(form.form_id, { ...fields, ...more }, headers);
      assert.equal((await send({})).json.error, 'origin_not_allowed');
      const { sink } = service;
      const earlier = sink.mails.length;
      assert.equal((await send({ _visitor_origin: 'https://example.com' })).status, 200);
      assert.ok(!sink.mails[earlier]?.email.text?.includes('192.0.2.7'));
      assert.equal((await send({}, {})).json.error, 'access_key_required');
      await submit(fields);
      assert.ok(sink.mails.at(-1)?.email.text?.includes('192.0.2.7'));
      assert.equal((await keys.end(key.key_id)).status, 200);
      assert.equal((await send({})).status, 401);
    },
  ],
  [
    [
      'With the management_token, secrets that the owner of the inbox has set are marks that end with "set:" and ' +
        'a code; sent back beside the same members, they stay.',
    ],
    async () => {
      const email = 'marks@example.com';
      const route = await service.activeRoute({ email });
      const url = 'https://hooks.slack.com/services/T0/B0/secret';
      await ownerPuts(service, route, { targets: [{ type: 'slack', url }] }, email);
      const path = `/v1/routes/${route.form_id}/settings`;
      const { settings } = (
        await callWith(service, 'GET', path, { bearer: route.management_token })
      ).json;
      assert.match(settings.targets[0].url, /set:[\w-]{10}$/);
      const { json } = await service.putSettings(route, settings);
      assert.deepEqual([json.settings, json.proposed], [settings, undefined]);
    },
  ],
  [
    [
      'Each inbox in the setting copies is asked by email once the owner has agreed, and gets messages once it ' +
        'agrees; "copies" beside the settings says how each stands.',
    ],
    async () => {
      const email = 'copies@example.com';
      const route = await service.activeRoute({ email });
      const { sink } = service;
      const earlier = sink.mails.length;
      await service.putSettings(route, { copies: ['copy@example.org'] });
      assert.deepEqual(sink.mails[earlier]?.recipients, [email]);
      const { json } = await ownerPuts(service, route, { copies: ['copy@example.org'] }, email);
      assert.deepEqual(json.copies, [{ address: 'copy@example.org', status: 'asked' }]);
      const { status } = await answerCopy(service, questionTo(service, 'copy@example.org'));
      assert.equal(status, 200);
      await service.submit(route.form_id, { message: 'Hello' });
      assert.ok(sink.mails.at(-1)?.recipients.includes('copy@example.org'));
    },
  ],
  [
    [
      'Each of these needs the management_token, or a session of the inbox, as bearer. The commands read that from a file ' +
        'that others cannot read, token, with the one line "Authorization: Bearer <management_token>".',
      'Send the verification email again, for a form that still waits:',
      'Send one test to the inbox and every integration, and wait for each; "delivery" says which got it, "reasons" why one ' +
        'did not:',
      `Count what came on each of the last ${LIMITS.countedDays} days:`,
      'Read the settings, then change some (JSON Merge Patch, RFC 7396): null gives one its default; PUT replaces ' +
        'the whole document:',
      'Delete it for good:',
    ],
    () => {
      const form = '/v1/routes/{formId}';
      const ends = ['verification', 'test', 'counts', 'settings'];
      const paths = new Set(ends.map((end) => `${form}/${end}`));
      const all = OPERATION_IDS.map(operationOf).filter(
        ({ method, path }) => paths.has(path) || (path === form && method === 'DELETE'),
      );
      assert.deepEqual(
        [all.length, ...new Set(all.map((row) => row.credential))],
        [7, 'managementToken'],
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
      'A plain form made for Formspree, Web3Forms or FormSubmit needs another action URL alone.',
      'A form of Netlify Forms needs a hidden _redirect for its thank-you page too.',
      'Scripts, client packages, captchas and files of these services need more: ' +
        'https://github.com/letterslot/letterslot/blob/main/docs/migrating.md.',
      'A dry run names what differs.',
    ],
    async () => {
      const own = /^<form [^>]*action="https:\/\/forms\.example\.com\/f\/cfm_YOUR_FORM_ID"[^>]*>$/;
      for (const name of ['Formspree', 'Web3Forms', 'FormSubmit', 'Netlify Forms']) {
        const [form = '', ...others] = addedFor(name);
        assert.match(form, own, name);
        const redirect =
          '<input type="hidden" name="_redirect" value="https://www.example.com/thanks">';
        assert.deepEqual(
          others.map((line) => line.trim()),
          name === 'Netlify Forms' ? [redirect] : [],
          name,
        );
      }
      const others = { _cc: 'x', _autoresponse: 'x', _webhook: 'x', 'h-captcha-response': 'x' };
      const effects = await effectsOf({ message: 'x', ...others });
      for (const name of Object.keys(others))
        assert.match(effects[name] ?? '', /^(?:swallowed|not_honoured)$/);
    },
  ],
  [
    [
      'A form with the setting files takes files as parts of multipart/form-data and attaches them to the mail; ' +
        'others answer 400 file_uploads_unsupported.',
      'Beyond its limits it answers 413 file_too_large or 400 too_many_files, with the limit.',
      'The first bytes of a file tell its type: one that the form does not take, or that mail providers block, is 415 ' +
        'file_type_refused, with the types in allowed.',
    ],
    async () => {
      const files = { max_count: 1, max_bytes: 5 };
      const email = 'files@example.com';
      const { form_id: taking } = await service.activeRoute({ email, settings: { files } });
      const sendTo = (form: string, ...contents: string[]) => {
        const body = new FormData();
        for (const content of contents) body.append('file', new File([content], 'x.txt'));
        return service.request(`/f/${form}`, { method: 'POST', body });
      };
      assert.equal((await sendTo(formId, 'a')).json.error, 'file_uploads_unsupported');
      assert.equal((await sendTo(taking, 'a')).status, 200);
      const [large, many] = [await sendTo(taking, 'abcdef'), await sendTo(taking, 'a', 'b')];
      assert.deepEqual(
        [large.status, large.json.error, large.json.limit],
        [413, 'file_too_large', 5],
      );
      assert.deepEqual([many.status, many.json.error, many.json.limit], [400, 'too_many_files', 1]);
      const { status, json } = await sendTo(taking, '#!/x');
      assert.deepEqual([status, json.error, json['allowed']], [415, 'file_type_refused', ['*/*']]);
    },
  ],
  [
    [
      'Bodies: application/x-www-form-urlencoded, multipart/form-data, or a flat JSON object, ' +
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
    [
      'A form whose inbox was reported to take no mail answers 503 delivery_failed and sends nothing; the answer ' +
        'about its settings has "health" then, until its owner opens a link mailed to the inbox.',
    ],
    async () => {
      const bounced = await startService(undefined, PROVIDERS);
      try {
        const { form_id, management_token: bearer } = await bounced.activeRoute();
        const send = () => bounced.submit(form_id, { message: 'hello' });
        await send();
        const token = bounceTokenIn(bounced.sink.mails.at(-1) ?? assert.fail());
        await report(bounced, 'postmark', postmarkBounce(token), basicAuth());
        assert.equal((await send()).json.error, 'delivery_failed');
        const path = `/v1/routes/${form_id}/settings`;
        const health = async () => (await callWith(bounced, 'GET', path, { bearer })).json.health;
        assert.equal((await health()).status, 'bounced');
        const body = { token: linkTokenOf(bounced, OWNER) };
        await callWith(bounced, 'POST', '/v1/inbox/sessions/exchange', { body });
        assert.equal((await health()).status, 'healed');
      } finally {
        await bounced.close();
      }
    },
  ],
  [
    [
      'The setting auto_reply mails visitors a fixed text, where the operator allows it: otherwise it is settings_invalid, ' +
        'and forms that had it report "auto_reply": "skipped".',
      'Its links lead to hosts that the operator lists, and to no others.',
    ],
    async () => {
      const on = await startService(undefined, { AUTO_REPLY_HOSTS: 'www.example.com' });
      const database = { DATABASE_URL: `file:${join(on.folder, 'test.db')}` };
      const off = await startService(undefined, { ...database, AUTO_REPLIES: 'off' });
      try {
        const linking = (host: string) => ({
          auto_reply: { ...ANSWER, text: `https://${host}/x` },
        });
        const form = await answeredForm(on, {}, linking('www.example.com'));
        const fields = { message: 'm', email: 'visitor@elsewhere.example' };
        assert.equal(await submitSolved(on, form.form_id, fields), 'sent');
        assert.equal(await submitSolved(off, form.form_id, fields), 'skipped');
        const always = { challenge: 'always' };
        for (const refused of [
          await on.putSettings(form, { ...always, ...linking('www.example.net') }),
          await off.putSettings(form, { ...always, auto_reply: ANSWER }),
        ])
          assert.equal(refused.json.error, 'settings_invalid');
      } finally {
        await off.close();
        await on.close();
      }
    },
  ],
  [
    [
      'The setting targets sends each message to integrations after the inbox; the report has one entry for each, ' +
        'like slack and slack_2.',
      'The service makes the secret of a webhook there, and shows it in the answer to the request that made it, and ' +
        'again only after "rotate_secret": true.',
      'A target that answers 404 or 410 is switched off and listed in targets_off; a PUT that lists it switches it on.',
    ],
    async () => {
      const endings: (() => unknown)[] = [];
      const chats = await startChatServices({
        after: (end) => void endings.push(end as () => unknown),
      });
      const { env, receivers } = chats;
      const reaching = await startService(undefined, env, { receivers });
      try {
        const route = await reaching.activeRoute();
        const owner = { ...route, management_token: sessionOf(reaching, OWNER) };
        const webhook = chats.target('webhook');
        const put = async (targets: object[]) =>
          (await reaching.putSettings(owner, { targets })).json;
        const slacks = [chats.target('slack'), chats.target('slack', '/services/T/B/y')];
        const secretsOf = ({ settings }: { settings: { targets: { secret?: string }[] } }) =>
          settings.targets.filter(({ secret }) => secret !== undefined).length;
        assert.equal(secretsOf(await put([...slacks, webhook])), 1);
        assert.equal(secretsOf(await put([...slacks, webhook])), 0);
        assert.equal(secretsOf(await put([...slacks, { ...webhook, rotate_secret: true }])), 1);
        chats.answerWith((response) => void response.writeHead(410).end());
        const { json } = await reaching.submit(route.form_id, { message: 'x' });
        assert.deepEqual(Object.keys(json.delivery), ['email', 'slack', 'slack_2', 'webhook']);
        const bearer = owner.management_token;
        const path = `/v1/routes/${route.form_id}/settings`;
        const read = async () =>
          (await callWith(reaching, 'GET', path, { bearer })).json.targets_off;
        await until('the end', async () => (await read())?.length === 3);
        assert.equal((await put([...slacks, webhook])).targets_off, undefined);
      } finally {
        await reaching.close();
        for (const end of endings) await end();
      }
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
      'Base URL: BASE OpenAPI: BASE/openapi.json (its operations as a page for people: BASE/docs) MCP: BASE/mcp (Streamable HTTP, no authentication)',
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
      .replace(/<form .*<\/script>/s, '')
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
