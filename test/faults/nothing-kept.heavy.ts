import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { filesIn, findHidden, type Place } from '../support/hidden-text.ts';
import { tokenIn } from '../support/service.ts';
import { runService } from '../support/service-process.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import {
  CANARY,
  FORM_TYPE,
  NUMBER_FIELD,
  submitBroken,
  submitCanary,
  submitHalves,
} from './canary-visitors.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { SQLITE, startPostgresEngine, type Engine, type FaultyDatabase } from './engines.ts';

/** Visitors at a time. */
const AT_ONCE = 20;

const FORMS = 4;

const newKey = () => randomBytes(32);

interface Form {
  id: string;
  token: string;
}

/** What the service knows and must not show, by its name. */
type Secrets = Record<string, string | Buffer>;

/** The database's rows of a form alone; its allowance stays until the end of the month. */
async function rowOf({ query }: FaultyDatabase, formId: string): Promise<Record<string, string>> {
  const columns = 'form_id, sealed, owner, token_nonce';
  const [row] = await query(`SELECT ${columns} FROM routes WHERE form_id = '${formId}'`);
  return { ...row } as Record<string, string>;
}

/** The files that a process holds open, deleted ones too. */
function openFiles(pid: number): Place[] {
  const folder = `/proc/${pid}/fd`;
  const files = readdirSync(folder).filter((fd) => {
    try {
      return statSync(join(folder, fd)).isFile();
    } catch {
      return false;
    }
  });
  return files.map((fd) => ({ name: `open file ${fd}`, bytes: readFileSync(join(folder, fd)) }));
}

async function createForms(url: string, sink: SmtpSink, secrets: Secrets): Promise<Form[]> {
  const forms: Form[] = [];
  for (let index = 0; index < FORMS; index += 1) {
    const email = `private.person.${index}@secret-place.example`;
    const alias = `Alias of secrets ${index}`;
    const key = `key-of-secrets-${index}`;
    const created = await fetch(`${url}/v1/routes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ email, alias, settings: { fields: [NUMBER_FIELD], files: {} } }),
    });
    const { form_id: id, management_token: token } = (await created.json()) as Record<
      string,
      string
    >;
    const mail = sink.mails.at(-1);
    assert.ok(mail && id && token);
    const link = tokenIn(mail);
    const headers = { 'content-type': FORM_TYPE };
    const body = new URLSearchParams({ token: link }).toString();
    await fetch(`${url}/v1/routes/verify?token=${encodeURIComponent(link)}`);
    await fetch(`${url}/v1/routes/verify`, { method: 'POST', headers, body });
    Object.assign(secrets, {
      [`address ${index}`]: email,
      [`local part ${index}`]: `private.person.${index}`,
      [`alias ${index}`]: alias,
      [`idempotency key ${index}`]: key,
      [`management token ${index}`]: token.slice('lsm_'.length),
      [`verification token ${index}`]: link.split('.').at(-1) ?? '',
    });
    forms.push({ id, token });
  }
  return forms;
}

/** Sends `count` submissions in the phases of a bad day; returns how often each status came. */
async function submitAll(url: string, sink: SmtpSink, forms: readonly Form[], count: number) {
  const statuses = new Map<number, number>();
  const note = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const refusal = { code: 550, text: `5.7.1 <private.person.0@secret-place.example> ${CANARY}` };
  for (let done = 0; done < count; done += AT_ONCE) {
    // Of twenty rounds one is refused, in the words of the canary, and one gets no answer.
    const round = (done / AT_ONCE) % 20;
    sink.refuseWith(round === 3 ? refusal : undefined);
    sink.vanishAfterData(round === 6);
    sink.discard(round !== 3 && round !== 6);
    sink.mails.length = 0;
    const form = forms[round % FORMS]?.id ?? '';
    const batch = Array.from({ length: AT_ONCE }, (_, at) => submitCanary(url, form, done + at));
    for (const status of await Promise.all(batch)) note(status);
    for (const status of round === 0 ? await submitBroken(url, form) : []) note(status);
    if (round === 0) await submitHalves(url, form);
  }
  sink.vanishAfterData(false);
  return statuses;
}

async function startObserved(test: TestContext, engine: Engine, count: number) {
  const folder = newTempFolder('kept');
  const ended: (() => unknown)[] = [];
  const database = await engine.open({ after: (end) => void ended.unshift(end) });
  mkdirSync(join(folder, 'tmp'));
  const sink = await startSmtpSink();
  const secrets: Secrets = {
    'a submission': CANARY,
    'the domain': 'secret-place',
    'the sealing key': newKey(),
    'the index key': newKey(),
    'the lookup secret': newKey().toString('hex'),
    'the password of the mail server': newKey().toString('hex'),
  };
  const text = (name: string) => Buffer.from(secrets[name] ?? '').toString('base64url');
  test.after(async () => {
    for (const end of ended) await end();
    await sink.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const service = runService(
    { after: (end) => void ended.unshift(end) },
    {
      ...database.env,
      TMPDIR: join(folder, 'tmp'),
      LOG_LEVEL: 'trace',
      SEALING_KEYS: `k1:${text('the sealing key')}`,
      INDEX_KEY: text('the index key'),
      ACCOUNT_LOOKUP_SECRET: String(secrets['the lookup secret']),
      SMTP_URL: sink.url,
      MAIL_FROM: 'Forms <forms@letterslot.example>',
      CREATE_RATE_PER_MINUTE: '0',
      SUBMIT_RATE_PER_MINUTE: '0/0',
      // The last submissions of each form find the allowance used up.
      MONTHLY_LIMIT: String(Math.floor((count / FORMS) * 0.5)),
    },
    { patience: 600_000 },
  );
  const places = () => [
    ...database.places(),
    ...filesIn(folder),
    { name: 'the log', bytes: Buffer.from(service.output()) },
  ];
  return { database, sink, secrets, service, places };
}

/** What the service promises of submissions, shown with `count` of them. */
function describeNothingKept(engine: Engine, count: number): void {
  describe(`traces of ${count} submissions on ${engine.name}`, () => {
    // Guarantee: Privacy
    // database, log and temporary files keep nothing of 10,000 submissions
    it(`database, log and temporary files keep nothing of ${count} submissions on ${engine.name}`, async (test) => {
      const { database, sink, secrets, service, places } = await startObserved(test, engine, count);
      const url = await service.url();
      const forms = await createForms(url, sink, secrets);
      const [first] = forms;
      assert.ok(first);
      const statuses = await submitAll(url, sink, forms, count);
      for (const status of [200, 303, 400, 413, 415, 422, 429, 503]) {
        assert.ok((statuses.get(status) ?? 0) > 0, `no submission was answered ${status}`);
      }
      assert.equal(statuses.get(500), undefined);

      const row = await rowOf(database, first.id);
      // The search finds what is there.
      for (const [name, value] of Object.entries(row)) {
        assert.notDeepEqual(findHidden(database.places(), { [name]: value }), [], name);
      }
      assert.ok(service.output().includes(first.id));
      assert.deepEqual(
        findHidden([...places(), ...openFiles(service.child.pid ?? 0)], secrets),
        [],
      );

      // The search blocked this process, which must first see the connections closed meanwhile.
      await nextTurn();
      await nextTurn();
      const headers = { authorization: `Bearer ${first.token}` };
      await fetch(`${url}/v1/routes/${first.id}`, { method: 'DELETE', headers });
      // PostgreSQL keeps deleted rows until VACUUM, and in its log of changes.
      if (engine === SQLITE) {
        assert.deepEqual(findHidden(database.places(), row), [], 'of a deleted form');
      }
      service.child.kill('SIGTERM');
      assert.equal(await service.exited, 0);
      assert.deepEqual(findHidden(places(), secrets), []);
    });
  });
}

describeNothingKept(SQLITE, 4_000);
describeNothingKept(await startPostgresEngine(), 1_000);
