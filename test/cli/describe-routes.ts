import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startDeployment, type NewDatabase } from './deployment.ts';

interface Listed {
  routes: Record<string, string>[];
  more: boolean;
}

const OWNER = 'owner@example.com';
const ALIAS = 'Contact form';

export function describeRoutes(name: string, newDatabase: NewDatabase): void {
  describe(`routes on ${name}, beside a running service`, () => {
    it('routes list filters by status, address and number, and reveals only with --reveal', async (test) => {
      const deployment = await startDeployment(test, await newDatabase(test));
      const { run, newForm, newActiveForm } = deployment;
      const list = async (...args: string[]): Promise<Listed> =>
        JSON.parse(await run('routes', 'list', '--json', ...args));
      assert.match(await run('routes', 'list'), /^No form matches\.\n$/);
      const pending = await newForm();
      deployment.sink.mails.length = 0;
      const active = await newActiveForm();
      await run('routes', 'suspend', pending);
      await run('routes', 'suspend', active);
      assert.deepEqual(
        (await list('--status', 'suspended')).routes.map(({ form_id: id }) => id),
        [pending, active].toSorted((a, b) => (a < b ? -1 : 1)),
      );
      await run('routes', 'resume', pending);
      await run('routes', 'resume', active);
      const facts = async (...args: string[]) =>
        (await list(...args)).routes.map(({ form_id: id, status, mode }) => [id, status, mode]);
      assert.deepEqual(await facts('--status', 'unconfirmed'), [[pending, 'unconfirmed', 'email']]);
      assert.deepEqual(await facts('--status', 'active'), [[active, 'active', 'email']]);
      assert.equal((await facts('--email', OWNER.toUpperCase())).length, 2);
      assert.equal((await facts('--email', 'other@example.com')).length, 0);
      const page = await list('--limit', '1');
      assert.ok(page.routes.length === 1 && page.more);
      assert.match(await run('routes', 'list', '--limit', '1'), /\nThere are more: --limit 2\.\n$/);

      for (const args of [[], ['--json']]) {
        const hidden = await run('routes', 'list', ...args);
        assert.doesNotMatch(hidden, /owner|example|Contact/);
        assert.ok(hidden.includes(active));
        const revealed = await run('routes', 'list', '--reveal', ...args);
        assert.ok(revealed.includes(OWNER) && revealed.includes(ALIAS));
      }
    });

    it('routes suspend, resume and delete take effect in the service at once', async (test) => {
      const { run, cli, newActiveForm, submit } = await startDeployment(
        test,
        await newDatabase(test),
      );
      const formId = await newActiveForm();
      const status = async () => (await submit(formId)).status;
      assert.equal(await status(), 200);
      assert.match(await run('routes', 'suspend', formId), new RegExp(`^${formId} is suspended`));
      assert.equal(await status(), 404);
      const again = await cli('routes', 'suspend', formId);
      assert.deepEqual([again.code, again.out], [1, '']);
      assert.match(again.err, /is already suspended\./);
      await run('routes', 'resume', formId);
      assert.equal(await status(), 200);
      assert.match((await cli('routes', 'resume', formId)).err, /is not suspended\./);
      const unsure = await cli('routes', 'delete', formId);
      assert.deepEqual([unsure.code, unsure.out], [64, '']);
      assert.match(unsure.err, /Add --yes to confirm/);
      assert.equal(await status(), 200);
      await run('routes', 'delete', formId, '--yes');
      assert.equal(await status(), 404);
      for (const verb of ['suspend', 'resume', 'delete']) {
        const unknown = await cli('routes', verb, formId);
        assert.equal(unknown.code, 1);
        assert.match(unknown.err, /There is no form cfm_\w{16} in this database\./);
      }
    });
  });
}
