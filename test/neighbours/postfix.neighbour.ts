import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { AUTHORITY, startPostgres } from '../support/postgres-server.ts';
import { runCli } from '../support/run-cli.ts';
import { startPostfix, type Postfix } from './postfix.ts';
import { UNLESS_ROOT, unlessInstalled } from './programs.ts';
import { breakUnderLoad, startTwoNodes } from './two-nodes.ts';

const skip = UNLESS_ROOT || unlessInstalled('postfix', 'dovecot');

const CA = { NODE_EXTRA_CA_CERTS: AUTHORITY };

/** What doctor says of the mail server. */
async function examine(url: string, env: Record<string, string>): Promise<string[]> {
  const settings = { SMTP_URL: url, MAIL_FROM: 'Forms <forms@letterslot.example>', ...env };
  const { out } = await runCli(settings, ['doctor', '--dns', '127.0.0.1:1']);
  return out.split('\n').filter((line) => / smtp/.test(line));
}

describe(
  "two nodes with Debian's Postfix, which asks for STARTTLS and a login",
  { skip },
  async () => {
    const server = await startPostgres({ after });

    it('two nodes with Postfix deliver, and lose nothing when it crashes under load', async (test: TestContext) => {
      let postfix: Postfix | undefined;
      const nodes = await startTwoNodes(test, server, async ({ port }) => {
        postfix = await startPostfix(test, port);
        return { SMTP_URL: `${postfix.url()}?requireTLS=true`, ...CA };
      });
      assert.ok(postfix);
      await breakUnderLoad(nodes, postfix);
    });

    it('doctor says what is wrong with Postfix: its certificate or the password', async (test) => {
      const { url } = await startPostfix(test, 1);
      const right = await examine(url(), CA);
      assert.deepEqual(
        right.filter((line) => !line.startsWith('ok ')),
        [],
      );
      assert.match(right.join('\n'), /STARTTLS is offered and used\n.*valid.*\n.*login +accepted/);
      assert.match((await examine(url(), {})).join(), /^FAIL .*certificate .*NODE_EXTRA_CA_CERTS/);
      assert.match(
        (await examine(url('wrong'), CA)).join(),
        /^FAIL .*login .*\(EAUTH, “535 5\.7\.8 [^”]*”\)$/,
      );
    });
  },
);
