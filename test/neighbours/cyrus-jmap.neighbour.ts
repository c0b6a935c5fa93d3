import assert from 'node:assert/strict';
import { it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { USER } from '../support/judge-mail-requests.ts';
import { startService, tokenIn } from '../support/service.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { TEST_CA } from '../support/webhook-receiver.ts';
import { startCyrus, type Cyrus } from './cyrus.ts';
import { UNLESS_ROOT, unlessInstalled } from './programs.ts';

setDefaultCACertificates([...getCACertificates(), TEST_CA]);

/** How many messages each mailbox has, by its role. */
async function countMessages({ url, token }: Cyrus): Promise<Record<string, number>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      using: ['urn:ietf:params:jmap:core', 'urn:ietf:params:jmap:mail'],
      methodCalls: [['Mailbox/get', { accountId: USER }, '0']],
    }),
  });
  const { methodResponses } = (await response.json()) as {
    methodResponses: [[string, { list: { role: string; totalEmails: number }[] }]];
  };
  return Object.fromEntries(
    methodResponses[0][1].list.map(({ role, totalEmails }) => [role, totalEmails]),
  );
}

it(
  "mails leave by the JMAP of Debian's Cyrus, which keeps none, also if it may not send one",
  { skip: UNLESS_ROOT || unlessInstalled('cyrmaster', '/usr/lib/cyrus/bin/httpd') },
  async (test) => {
    const sink = await startSmtpSink(test);
    const cyrus = await startCyrus(test, USER, sink.port);
    const service = await startService(test, {
      SMTP_URL: '',
      MAIL_API: 'jmap',
      MAIL_API_URL: cyrus.url,
      MAIL_API_KEY: cyrus.token,
    });
    const { json } = await service.create();
    const [notice] = sink.mails;
    assert.ok(notice, service.logText());
    assert.equal((await service.confirm(tokenIn(notice))).status, 200);
    assert.equal((await service.submit(json.form_id, { message: 'Grüße, Ada' })).status, 200);
    const mail = sink.mails.at(-1);
    assert.match(mail?.email.text ?? '', /Grüße, Ada/);
    assert.deepEqual([mail?.from, mail?.recipients], [USER, ['owner@example.com']]);
    sink.refuseAddress('to', 'owner@example.com', 550);
    assert.equal((await service.submit(json.form_id, { message: 'refused' })).status, 503);
    assert.deepEqual(await countMessages(cyrus), { inbox: 1, drafts: 0 });
  },
);
