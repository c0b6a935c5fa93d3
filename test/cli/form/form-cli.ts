import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { runCli, type CliResult } from '../../support/run-cli.ts';
import { startService, type TestService } from '../../support/service.ts';
import { newTempFolder } from '../../support/temp-folder.ts';

export interface FormCli {
  service: TestService;
  /** The user's configuration folder of these commands. */
  config: string;
  /** Runs `letterslot form …` as a user of the service does; `env` adds to its environment. */
  run(args: readonly string[], env?: Record<string, string>): Promise<CliResult>;
  /** Runs a command that must succeed, and returns what it printed. */
  print(args: readonly string[], env?: Record<string, string>): Promise<string>;
  /** The same with --json, parsed. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into outputs of every shape
  json(args: readonly string[], env?: Record<string, string>): Promise<any>;
  /** A form made by `form create` whose inbox has confirmed. */
  newForm(email?: string): Promise<{ id: string; token: string }>;
}

/** A service that the tests of a suite share, and the command line of one user beside it. */
export function shareFormCli(settings: Record<string, string> = {}): () => FormCli {
  let shared: FormCli;
  let folder: string;
  before(async () => {
    const service = await startService(undefined, settings);
    folder = newTempFolder('form-cli');
    const own = { HOME: folder, XDG_CONFIG_HOME: folder, LETTERSLOT_URL: service.url };
    const run: FormCli['run'] = (args, env = {}) => runCli({ ...own, ...env }, ['form', ...args]);
    const print: FormCli['print'] = async (args, env) => {
      const { code, out, err } = await run(args, env);
      assert.equal(code, 0, `${args.join(' ')}\n${out}${err}`);
      return out;
    };
    shared = {
      service,
      config: join(folder, 'letterslot'),
      run,
      print,
      json: async (args, env) => JSON.parse(await print([...args, '--json'], env)),
      async newForm(email = 'owner@example.com') {
        const created = await shared.json(['create', email]);
        if (created.status !== 'active') await service.confirm(service.verificationToken());
        service.sink.mails.length = 0;
        return { id: created.form_id, token: created.management_token };
      },
    };
  });
  after(async () => {
    await shared.service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => shared;
}
