import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ERROR_CODES, type ErrorRow } from '../../src/contract/error-codes.ts';
import { SETTING_NAMES } from '../../src/contract/form-settings.ts';
import { LISTED_OPERATIONS } from '../../src/web/discovery/llms-text.ts';
import { findReserved, RESERVED_NAMES } from '../../src/fields/field-names.ts';
import { headerFile, runCommand } from '../support/run-command.ts';
import { startService, type TestService } from '../support/service.ts';

const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

interface Form {
  form_id: string;
  management_token: string;
}

let service: TestService;
let text = '';
let form: Form;

before(async () => {
  service = await startService(undefined);
  text = (await service.request('/llms.txt')).text;
  const { form_id, management_token = '' } = await service.activeRoute();
  form = { form_id, management_token };
});
after(() => service.close());

const section = (name: string) => text.split(`## ${name}\n`)[1]?.split('\n## ')[0] ?? '';

/** The commands of the text, each with the sentence before it. */
function commandsOf(all: string): { about: string; command: string }[] {
  const found = all.matchAll(/([^\n]+:)?\n\n( {3}curl (?:[^\n]|\n {3,}\S)+)/g);
  return Array.from(found, ([, about = '', command = '']) => ({ about, command }));
}

const submit = (fields: Record<string, string>, headers?: Record<string, string>) =>
  service.submit(form.form_id, fields, headers);

/** The effects of fields in a dry run, by name. */
async function effectsOf(fields: Record<string, string>): Promise<Record<string, string>> {
  const { json } = await submit({ ...fields, _dry_run: 'true' });
  const all: { name: string; effect: string }[] = json.fields;
  return Object.fromEntries(all.map(({ name, effect }) => [name, effect]));
}

/** The names that each line of the reserved fields lists, with the effect that they must have. */
const RESERVED: Record<string, { names: string[]; value: string; effect: string }> = {
  'the subject of the email': { names: ['_subject', 'subject'], value: 's', effect: 'subject' },
  'the reply-to': {
    names: ['email', '_replyto', 'replyto', 'replyTo', 'Email'],
    value: 'ada@example.org',
    effect: 'reply_to',
  },
  'the answer is 303': {
    names: ['_redirect', 'redirect', '_next'],
    value: 'https://example.com/thanks',
    effect: 'redirect',
  },
  'submission.json': { names: ['_format', 'format'], value: 'json', effect: 'format' },
  'marks a test': { names: ['_test'], value: 'true', effect: 'test' },
  'checks everything': { names: ['_dry_run'], value: 'true', effect: 'dry_run' },
  'spam traps': { names: ['_gotcha', 'botcheck'], value: 'x', effect: 'trap' },
};

it('llms.txt lists all reserved fields, each with the effect that it has', async () => {
  const lines = section('Reserved fields').split(/^- /m);
  for (const [said, { names, value, effect }] of Object.entries(RESERVED)) {
    const line = words(lines.find((one) => words(one).includes(said)) ?? '');
    const [listed = ''] = line.split(/: |=|; /);
    for (const name of names) {
      assert.match(listed, new RegExp(`(?:^|\\W)${name}(?:\\W|$)`), `${name} in "${listed}"`);
      const effects = await effectsOf({ message: 'x', [name]: value });
      assert.equal(effects[name], effect, name);
      const reserved = findReserved(name);
      const twins = reserved ? RESERVED_NAMES[reserved] : names;
      for (const twin of twins) assert.ok(names.includes(twin), `${twin} is missing`);
    }
  }
});

/** What an agent pays for the whole service, at a public URL of usual length. */
const MOST_BYTES = 12_000;

it('llms.txt is short', () => {
  const usual = text.replaceAll(service.url, 'https://contact-forms.our-company.example');
  assert.ok(Buffer.byteLength(usual) <= MOST_BYTES, `${Buffer.byteLength(usual)} bytes`);
});

it('llms.txt lists the settings, the operations that programs call, and the error codes', () => {
  const bullets = (name: string) =>
    Array.from(section(name).matchAll(/^- (.+?):/gm), ([, head = '']) => head);
  assert.deepEqual(
    bullets('Operations').map((head) =>
      head.replace('<form>', '/v1/routes/{formId}').replace('<form_id>', '{formId}'),
    ),
    LISTED_OPERATIONS.map(({ method, path }) => `${method} ${path}`),
  );
  const errors = section('Errors').matchAll(/^- (\d+): (.+)$/gm);
  const codes = Array.from(errors, ([, status, list = '']) =>
    list
      .split(', ')
      .map((code): [string, unknown] => [
        code.replace('*', ''),
        { status: Number(status), retryable: code.endsWith('*') },
      ]),
  );
  const known = Object.entries<ErrorRow>(ERROR_CODES).map(
    ([code, { status, retryable = false }]) => [code, { status, retryable }] as const,
  );
  assert.deepEqual(Object.fromEntries(codes.flat()), Object.fromEntries(known));
  assert.deepEqual(bullets('Settings'), SETTING_NAMES);
});

it('llms.txt has commands that work, from the first to the one that deletes the form', async () => {
  const commands = commandsOf(text);
  assert.ok(commands.length >= 9, String(commands.length));
  const waiting = (await service.create({ email: 'waiting@example.com' })).json;
  for (const [index, { command }] of commands.entries()) {
    const own = command.includes('/verification') ? waiting : form;
    const filled = command
      .replaceAll('<form>', `${service.url}/v1/routes/<form_id>`)
      .replaceAll('<random>', `key-${index}`)
      .replaceAll('owner@', `owner-${index}@`)
      .replaceAll('<form_id>', own.form_id);
    assert.doesNotMatch(filled, /<\w+>/);
    const token = headerFile(own.management_token);
    const { status, body } = await runCommand(filled, { token });
    assert.ok(status < 300, `${filled}\n${status} ${body}`);
  }
  assert.equal((await service.request(`/v1/routes/${form.form_id}`)).status, 404);
});
