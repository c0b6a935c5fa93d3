import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { formWithConfirmedCopies } from '../support/copied-form.ts';
import { AUTHORITY } from '../support/postgres-server.ts';
import { runCli } from '../support/run-cli.ts';
import { startService } from '../support/service.ts';
import { isDelivery, type ReceivedMail } from '../support/smtp-sink.ts';
import { rowsIn, SUBMISSION, TEXT, type Given, type Sent } from './collected-rows.ts';
import { startDovecot } from './dovecot.ts';
import type { Owner } from './programs.ts';

const WITHOUT_LIMITS = {
  SUBMIT_RATE_PER_MINUTE: '100000/100000',
  CREATE_RATE_PER_MINUTE: '100000',
  CLIENT_RATE_PER_MINUTE: '100000',
  MONTHLY_LIMIT: '100000',
};

export type Collecting = Awaited<ReturnType<typeof startCollecting>>;

/** A service, Dovecot with its owner's mailbox, and the command that collects into a folder. */
export async function startCollecting(owner: Owner, folder: string) {
  const dovecot = await startDovecot(owner);
  const service = await startService(undefined, WITHOUT_LIMITS);
  owner.after(() => service.close());
  const keys = join(folder, 'keys.json');
  writeFileSync(keys, (await service.request('/.well-known/jwks.json')).text);

  /** Posts to a form; the message, and all mails about it. */
  async function submit(form: string, given: Given, files: Record<string, string> = {}) {
    const body = new FormData();
    for (const [name, value] of given) body.append(name, value);
    for (const [name, content] of Object.entries(files)) {
      body.append('file', new File([content], name));
    }
    const fields = given.map(([name, value]): [string, string] => [name, value]);
    service.sink.mails.length = 0;
    const { status, json, text } = await service.request(`/f/${form}`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: Object.keys(files).length > 0 ? body : new URLSearchParams(fields),
    });
    assert.equal(status, 200, text);
    const mails = service.sink.mails.filter(isDelivery);
    const [mail] = mails;
    assert.ok(mail);
    const message: Sent = { reference: json.reference, form, given, files, mail };
    return { message, mails };
  }

  function collect(
    out: string,
    args: readonly string[] = [],
    { url = dovecot.url(), env = {} }: { url?: string; env?: Record<string, string> } = {},
  ) {
    const variables = {
      HOME: folder,
      NODE_EXTRA_CA_CERTS: AUTHORITY,
      LETTERSLOT_IMAP_PASSWORD: dovecot.password,
      ...env,
    };
    const table = ['--out', join(folder, out)];
    return runCli(variables, ['collect', '--imap', url, '--keys', keys, ...table, ...args]);
  }

  /** Collects without a fault, and returns the rows. */
  async function collected(out: string) {
    const { code, err } = await collect(out, ['--files', join(folder, 'files')]);
    assert.equal(code, 0, err);
    return rowsIn(join(folder, out));
  }

  return { service, dovecot, submit, collect, collected };
}

/** A mail program's way to forward a mail as an attachment. */
const forwarded = ({ raw }: ReceivedMail) =>
  Buffer.from(
    'From: owner@example.com\r\nTo: owner@example.com\r\nSubject: Fwd\r\nMIME-Version: 1.0\r\n' +
      'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n' +
      `--x\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n${raw}\r\n--x--\r\n`,
    'latin1',
  );

export const asMail = ({ raw }: Pick<ReceivedMail, 'raw'>) => Buffer.from(raw, 'latin1');

const settingsOf = (language: string) => ({ settings: { name: `Form ${language}`, language } });

const WITH_FIELDS = {
  fields: [
    { name: 'who', label: 'Your name', required: true },
    { name: 'size', label: 'Größe', type: 'select', options: ['s', 'm'] },
    { name: 'text', label: 'reference', type: 'textarea' },
  ],
};

/** Delivers random messages of all kinds of forms in all ways; returns what they were. */
export async function fillMailbox({
  service,
  dovecot,
  submit,
}: Pick<Collecting, 'service' | 'dovecot' | 'submit'>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const forms: string[] = [];
  for (const language of ['en', 'de', 'fr', 'es', 'zh']) {
    forms.push((await service.activeRoute(settingsOf(language))).form_id);
  }
  const declared = await service.activeRoute({ email: 'b@example.com', settings: WITH_FIELDS });
  const filed = await service.activeRoute({ email: 'c@example.com', settings: { files: {} } });
  const copied = await formWithConfirmedCopies(service, ['copy@example.com'], {
    email: 'd@example.com',
  });
  const random = fc.sample(SUBMISSION, { seed: 31, numRuns: 45 });
  for (const [at, given] of random.entries()) {
    const { message } = await submit(forms[at % forms.length] ?? '', given);
    sent.push(message);
    // Every sixth one is there only in a mail that forwards it.
    await dovecot.deliver(at % 6 === 5 ? forwarded(message.mail) : asMail(message.mail));
  }
  for (const text of fc.sample(TEXT, { seed: 32, numRuns: 6 })) {
    const values = { who: text.replaceAll(/\s+/g, ' '), size: 'm', text };
    const { message } = await submit(declared.form_id, Object.entries(values));
    sent.push(message);
    await dovecot.deliver(asMail(message.mail));
    const files = { 'a b.txt': text, 'Größe.csv': `${text}${text}` };
    const withFiles = await submit(filed.form_id, [['message', text]], files);
    sent.push(withFiles.message);
    await dovecot.deliver(asMail(withFiles.message.mail));
    const twice = await submit(copied.form_id, [['message', text]]);
    assert.equal(twice.mails.length, 2);
    sent.push(twice.message);
    for (const mail of twice.mails) await dovecot.deliver(asMail(mail));
  }
  await dovecot.deliver('From: news@example.com\r\nSubject: News\r\n\r\nNothing of a form.\r\n');
  await dovecot.doveadm('move', 'Archive', 'mailbox', 'INBOX', 'uid', '10:20');
  return sent;
}
