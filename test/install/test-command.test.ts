import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import type { FormField } from '../../src/contract/form-field.ts';
import type { FormSettings } from '../../src/contract/form-settings.ts';
import { startService } from '../support/service.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const run = promisify(execFile);
const CANARY = 'c4nary-of-the-reader';
const OUT_OF_REACH = /reads no file of yours|names curl cannot send|no value is known/;

/** A service, and a shell in a folder whose files are nobody's business. */
async function start(test: TestContext) {
  const service = await startService(test, { MONTHLY_LIMIT: '100000' });
  const folder = newTempFolder('reader', test);
  for (const name of ['.env', 'test.pdf', 'x']) writeFileSync(join(folder, name), CANARY);
  const inShell = async (script: string, shell = 'sh') =>
    (await run(shell, ['-c', script], { cwd: folder, timeout: 20_000 })).stdout;

  let owners = 0;
  async function sendTest(settings: FormSettings, shell?: string) {
    owners += 1;
    const owner = `owner-${owners}@example.com`;
    const route = await service.activeRoute({ email: owner, settings });
    const { json } = await service.request(`/v1/routes/${route.form_id}/install`);
    const command: string = json.test_command;
    const shown = await inShell(`curl() { printf '%s\\n' "$@"; }; ${command}`, shell);
    // What a form says of itself is shown on a terminal, and then pasted.
    assert.doesNotMatch(command, /\p{Cc}/u);
    assert.doesNotMatch(shown, /^-F\n[^=\n]*=[@<]/m);
    assert.doesNotMatch(shown, /^@(?!-$)|^<|^-[dHK]\n@(?!-$)/m);
    const answer = JSON.parse(await inShell(command, shell));
    const mails = service.sink.mails.splice(0);
    for (const { raw, email } of mails) {
      assert.ok(!raw.includes(CANARY));
      for (const { content } of email.attachments)
        assert.ok(!Buffer.from(content as ArrayBuffer).includes(CANARY));
    }
    return { answer, command, mails, notes: json.notes.join('\n') as string };
  }
  return { sendTest };
}

const HOSTILE = [
  'x=@.env;filename=',
  '@.env',
  '<.env',
  '=@.env',
  'a";filename="b',
  "a'b$(cat .env)",
  '`cat x`',
  ';type=text/html',
  'a\\',
  '-F',
  '"x"=<.env',
  'x',
  'Größe',
  'a b',
  '%3d@.env',
  '&_dry_run=1',
] as const;

const name = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc
    .array(fc.constantFrom(...HOSTILE), { minLength: 2, maxLength: 3 })
    .map((parts) => parts.join('')),
);

const kinds: fc.Arbitrary<Partial<FormField>> = fc.oneof(
  fc.constantFrom<Partial<FormField>>(
    { type: 'file' },
    { type: 'text', minlength: 30, maxlength: 40 },
    { type: 'text', pattern: String.raw`\d{5}|[A-Z]{2}` },
    { type: 'tel', pattern: String.raw`\+?[0-9 ]{5,20}`, minlength: 9, maxlength: 40 },
    { type: 'text', pattern: `'@[^\\p{L}]+`, maxlength: 3 },
    { type: 'email', pattern: String.raw`.+@example\.com`, maxlength: 99 },
    { type: 'url', pattern: 'https://.*' },
    { type: 'number', min: -5, max: -3, step: 2 },
    { type: 'time', min: '22:00', max: '02:00' },
    { type: 'date', max: '2020-01-01' },
    { type: 'select', options: ['@.env', "'"] },
    { type: 'checkbox' },
    { type: 'textarea', maxlength: 3 },
  ),
);

const form: fc.Arbitrary<FormSettings> = fc.record(
  {
    fields: fc.uniqueArray(
      fc.tuple(name, kinds, fc.boolean()).map(([one, kind, required]) => ({
        name: one,
        ...kind,
        required,
      })),
      { selector: (field) => field.name, minLength: 1, maxLength: 6 },
    ),
    files: fc.constantFrom<NonNullable<FormSettings['files']>>(
      {},
      { types: ['application/pdf'] },
      { max_count: 1 },
    ),
    origins: fc.constantFrom([], ['https://*.example.com:8443', 'https://other.example']),
    unknown_fields: fc.constantFrom('accept' as const, 'refuse' as const),
  },
  { requiredKeys: ['fields', 'files'] },
);

const ATTACKS: [FormSettings, string][] = [
  [{ fields: [{ name: 'x=@.env;filename=', type: 'file', required: true }], files: {} }, 'sh'],
  [
    {
      fields: [
        { name: 'cv', type: 'file', required: true },
        { name: 'pick', type: 'radio', options: ['@.env'], required: true },
        { name: 'again', type: 'radio', options: ['<.env'], required: true },
      ],
      files: {},
    },
    'bash',
  ],
];

describe('the test command in a folder with files', { concurrency: false }, () => {
  it('the test command reads no file, whatever a form names its fields, and works or says why not', async (test) => {
    const { sendTest } = await start(test);
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(form, fc.constantFrom('sh', 'bash'), async (settings, shell) => {
        const { answer, command, notes } = await sendTest(settings, shell);
        if (answer.success) accepted += 1;
        else assert.match(notes, OUT_OF_REACH, `${command}\n${JSON.stringify(answer)}`);
      }),
      { numRuns: 15, examples: ATTACKS },
    );
    assert.ok(accepted > 2, `${accepted} accepted`);
  });

  it('the test command has values that fit patterns, lengths and bounds', async (test) => {
    const { sendTest } = await start(test);
    const fields: FormField[] = [
      { name: 'iban', pattern: String.raw`[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}`, minlength: 20 },
      { name: 'work', type: 'email', pattern: String.raw`.+@example\.com`, maxlength: 15 },
      { name: 'debt', type: 'number', min: -5, max: -3, step: 2 },
      { name: 'story', type: 'textarea', minlength: 40, maxlength: 50 },
    ];
    const required = fields.map((field) => ({ ...field, required: true }));
    const { answer, notes } = await sendTest({ fields: required, unknown_fields: 'refuse' });
    assert.equal(answer.success, true, JSON.stringify(answer));
    assert.doesNotMatch(notes, OUT_OF_REACH);
  });

  it('the test command names the first origin that the form allows', async (test) => {
    const { sendTest } = await start(test);
    for (const [origin, sent] of [
      ['https://*.example.com', 'https://www.example.com'],
      ['http://localhost:4321', 'http://localhost:4321'],
    ] as const) {
      const { answer, command } = await sendTest({ origins: [origin, 'https://b.example'] });
      assert.equal(answer.success, true, JSON.stringify(answer));
      assert.ok(command.includes(`-H 'Origin: ${sent}'`));
    }
  });

  for (const [types, type] of [
    [undefined, 'text/plain'],
    [['application/pdf', 'image/*'], 'application/pdf'],
    [['text/csv'], 'text/csv'],
    [['application/json'], 'application/json'],
    [['application/rtf'], 'application/rtf'],
  ] as const)
    it(`the test command brings a file of its own for ${types?.join(', ') ?? 'any type'}`, async (test) => {
      const { sendTest } = await start(test);
      const fields = [{ name: 'cv', type: 'file' as const, required: true }, { name: 'note' }];
      const { answer, notes, mails } = await sendTest({
        fields,
        files: types ? { types: [...types] } : {},
      });
      assert.equal(answer.success, true, JSON.stringify(answer));
      const { attachments = [] } = mails[0]?.email ?? {};
      assert.deepEqual(
        attachments.map(({ mimeType }) => mimeType),
        [type],
      );
      assert.doesNotMatch(notes, OUT_OF_REACH);
    });

  it('the test command of a form that takes a key reads it from the shell, and no argument has it', async (test) => {
    const { sendTest } = await start(test);
    const { command, answer } = await sendTest({ access: 'key' });
    assert.equal(answer.error, 'access_key_required');
    const [before = '', curl = ''] = command.split(' | ');
    assert.match(before, /^printf 'Authorization: Bearer %s\\n' "\$FORM_KEY"$/);
    assert.match(curl, /^curl -sS '[^']+' -H 'Accept: application\/json' -H @- /);
    assert.ok(!curl.includes('FORM_KEY'));
  });

  it('the notes say what the test command cannot send', async (test) => {
    const { sendTest } = await start(test);
    const photo = { name: 'photo', type: 'file' as const, required: true };
    const cases: [FormSettings, RegExp][] = [
      [{ fields: [photo], files: { types: ['image/png'] } }, /reads no file of yours/],
      [{ fields: [{ ...photo, name: 'a=@.env' }], files: {} }, /reads no file of yours/],
      [{ fields: [photo, { name: 'a=b', required: true }], files: {} }, /names curl cannot send/],
      [
        { fields: [{ name: 'a', required: true, pattern: String.raw`a\b-c` }] },
        /no value is known/,
      ],
      [{ paused: true }, /The form is paused/],
      [{ challenge: 'suspicious' }, /answered with 428/],
      [
        { access: 'key' },
        /docs\/server-side-forms\n[^]*Test command: It takes the access key from \$FORM_KEY/,
      ],
    ];
    for (const [settings, note] of cases) assert.match((await sendTest(settings)).notes, note);
  });
});
