import assert from 'node:assert/strict';
import { PROVIDERS } from './support/bounce-providers.ts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { keysOf } from './support/access-keys.ts';
import { linkTokenOf, sessionOf } from './support/inbox-session.ts';
import { makeKey } from './support/openpgp-key.ts';
import { headerFile, runCommand } from './support/run-command.ts';
import { startService, type TestService } from './support/service.ts';

const SECRET = 'a-lookup-secret-of-at-least-32-characters';

const reference = globSync(join(import.meta.dirname, '../docs/api/*.md'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

/** The commands of the reference, each with the heading that it stands under. */
const commands = reference.split(/^## /m).flatMap((section) => {
  const [heading = ''] = section.split('\n', 1);
  return Array.from(section.matchAll(/^```sh\n(.*?)\n```$/gms), ([, command = '']) => ({
    heading,
    command,
  }));
});

/** Asks one of the inboxes that the form lists. */
const COPIES = 'Ask an inbox again whether it wants copies';

/** Needs a key. */
const ENDING = 'End an access key';

async function addCopy(service: TestService, formId: string, owner: string): Promise<void> {
  const { status } = await service.request(`/v1/routes/${formId}/settings`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${sessionOf(service, owner)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ copies: ['colleague@example.com'] }),
  });
  assert.equal(status, 200);
}

/** What people and programs copy commands from. */
const TEXTS = globSync(
  [
    '*.md',
    '{docs,deploy,examples,site}/**/*.{md,yaml,yml,sh,txt}',
    'test/goldens/*.{txt,html,json}',
    'src/**/*.ts',
  ],
  { cwd: join(import.meta.dirname, '..'), exclude: (path) => path.includes('node_modules') },
).filter((path) => !path.endsWith('.test.ts'));

/** A command from `curl` to the end of its last line, which a backslash continues. */
const CURL = /\bcurl (?:[^\\\n]|\\.|\\\n)*/g;

/** A credential in an argument: a header, a token, or a variable that has one. */
const CREDENTIAL =
  /Authorization|Bearer|\bls[a-z]_|\bwhsec_|\$\w*(?:TOKEN|SECRET|KEY|PASSWORD)|(?:-u|--user) /;

describe('commands with credentials', () => {
  it('no command has a credential in its arguments, which all users of a machine see', () => {
    const found: string[] = [];
    let commandsFound = 0;
    for (const path of TEXTS) {
      const text = readFileSync(join(import.meta.dirname, '..', path), 'utf8');
      for (const [command] of text.matchAll(CURL)) {
        commandsFound += 1;
        if (CREDENTIAL.test(command)) found.push(`${path}: ${command}`);
      }
    }
    assert.ok(commandsFound > 50, String(commandsFound));
    assert.deepEqual(found, []);
  });
});

describe('the commands of the API reference', () => {
  let service: TestService;
  let token = '';
  let key = '';

  before(async () => {
    key = JSON.stringify((await makeKey('ada@example.com')).armored).slice(1, -1);
    service = await startService(undefined, { ACCOUNT_LOOKUP_SECRET: SECRET, ...PROVIDERS });
    await service.create();
    token = service.verificationToken();
    await service.confirm(token);
  });
  after(() => service.close());

  it('the API reference has commands for every operation', () => {
    const operations = reference.match(/^`[A-Z]+ \/\S*`$/gm) ?? [];
    const headings = new Set(commands.map(({ heading }) => heading));
    assert.ok(operations.length >= 15);
    assert.equal(headings.size, operations.length);
  });

  for (const { heading, command } of commands) {
    it(`the commands of the API reference work: ${heading}`, async () => {
      // Each has an inbox of its own: mails to one inbox are limited, and some commands change it.
      const email = `${heading.toLowerCase().replaceAll(' ', '-')}@example.com`;
      const route = await service.activeRoute({ email });
      if (heading === COPIES) await addCopy(service, route.form_id, email);
      const keys = keysOf(service, route);
      const keyId = heading === ENDING ? (await keys.make()).json.key.key_id : '';
      const filled = command
        .replaceAll('key_7K2MNP4QRS', keyId)
        .replaceAll('http://localhost:8080', service.url)
        .replaceAll('cfm_7K2MNP4QRSTVWXYZ', route.form_id)
        .replaceAll('-----BEGIN PGP PUBLIC KEY BLOCK-----…', key)
        .replaceAll('v1.k1.9vKd-3sQ', linkTokenOf(service, email))
        .replaceAll('v1.k1.3q2-7wAB', token);
      assert.doesNotMatch(filled, /<\w+>/, 'a placeholder is left');
      const { status, body } = await runCommand(filled, {
        token: headerFile(route.management_token ?? ''),
        session: headerFile(sessionOf(service, email)),
        secret: headerFile(SECRET),
      });
      // The tokens of other mails than this one are refused, as such, and reports of nobody.
      const isRefused = /"(?:verification_token_invalid|not_found)"/.test(body);
      assert.ok(status < 400 || isRefused, `${status} ${body}`);
    });
  }
});
