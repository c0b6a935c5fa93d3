import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { activeForm, createForm, submit } from '../nodes/start-nodes.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { runCli, type CliResult } from '../support/run-cli.ts';
import { newNodeKeys } from '../support/keys.ts';
import { startProcess, type Listening } from '../support/service-process.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { newDatabaseFolder } from '../support/temp-folder.ts';

export type Env = Record<string, string>;

export function newFolder(test: TestContext): string {
  const folder = newDatabaseFolder('cli');
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The settings of a separate, empty database. */
export type NewDatabase = (test: TestContext) => Promise<Env>;

/** With the keys that the first start creates. */
export const newSqlite: NewDatabase = async (test) => ({
  DATABASE_URL: `file:${join(newFolder(test), 'letterslot.db')}`,
});

/**
 * New databases on a PostgreSQL that all tests of a file share. Await it before the first of
 * them: when all suites so far have ended, the file ends and stops the server.
 */
export async function startPostgresDatabases(): Promise<NewDatabase> {
  const server = await startPostgres({ after });
  return async () => ({ DATABASE_URL: await server.newDatabase(), ...newNodeKeys() });
}

/** A service in a separate process, and the command line beside it. */
export interface Deployment {
  env: Env;
  sink: SmtpSink;
  node: Listening;
  /** Another service process, which ends before the mail server does. */
  start(env: Env): Promise<Listening>;
  cli(...args: string[]): Promise<CliResult>;
  /** Runs a command that must succeed, and returns what it printed. */
  run(...args: string[]): Promise<string>;
  newForm(): Promise<string>;
  newActiveForm(): Promise<string>;
  submit(formId: string): Promise<Response>;
}

export async function mustRun(env: Env, ...args: string[]): Promise<string> {
  const { code, out, err } = await runCli(env, args);
  assert.equal(code, 0, `${args.join(' ')}\n${out}${err}`);
  return out;
}

export async function startDeployment(test: TestContext, database: Env): Promise<Deployment> {
  const sink = await startSmtpSink();
  const env = {
    ...database,
    SMTP_URL: sink.url,
    MAIL_FROM: 'Forms <forms@letterslot.example>',
    CREATE_RATE_PER_MINUTE: '0',
    FORMS_PER_INBOX: '0',
    SUBMIT_RATE_PER_MINUTE: '0/0',
    MONTHLY_LIMIT: '0',
  };
  const processes: (() => Promise<void>)[] = [];
  const start = (own: Env) => startProcess({ after: (end) => void processes.push(end) }, own);
  test.after(async () => {
    // Services first: the mail server would wait for their idle sessions.
    await Promise.all(processes.map((end) => end()));
    await sink.close();
  });
  const node = await start(env);
  return {
    env,
    sink,
    node,
    start,
    cli: (...args) => runCli(env, args),
    run: (...args) => mustRun(env, ...args),
    async newForm() {
      const { form_id: id } = (await (await createForm(node.url)).json()) as { form_id: string };
      return id;
    },
    newActiveForm: async () => (await activeForm({ nodes: [node], sink, any: () => node })).form_id,
    submit: (formId) => submit(node.url, formId),
  };
}
