import assert from 'node:assert/strict';
import type { Language } from '../../src/catalogs/languages.ts';
import { answeredForm, submitSolved } from '../support/answered-form.ts';
import { answerCopy, ownerPuts, questionTo } from '../support/copied-form.ts';
import { FILE, formOf } from '../support/file-form.ts';
import type { TestService } from '../support/service.ts';
import type { ReceivedMail } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { readableHtml, withoutChance, type RepeatedParts } from './golden.ts';
import { listOf } from '../support/list-of.ts';

/** A visitor of its own for each language: what comes from one again and again is not answered. */
const fieldsIn = (language: Language) => ({
  name: 'Ada Lovelace',
  email: `ada.${language}@elsewhere.example`,
  message: `Hello\n\nan oak table, 2.40 m long, for less than 900 €? I read ${language}.`,
});
/** Text that no language has, and the markup of a link, for which it is marked. */
const MARKED = { message: '123 <a href="https://a.example/?x=1&y=2">456</a>' };

/** Headers whose values are new in each mail. */
const NEW = new Set(
  listOf(`
  date message-id letterslot-receipt letterslot-delivery letterslot-reference
`),
);

function describeMail({ recipients, email }: ReceivedMail, parts: RepeatedParts): string {
  const headers = email.headers.map(
    ({ originalKey, value, key }) => `${originalKey}: ${NEW.has(key) ? '…' : value}`,
  );
  const files = email.attachments.map(
    ({ filename, mimeType, content }) =>
      `${filename}, ${mimeType}: ${Buffer.from(content as ArrayBuffer).toString()}`,
  );
  return [
    `to ${recipients.join()}`,
    ...headers,
    '',
    email.text?.trimEnd(),
    '',
    readableHtml(email.html ?? '', parts),
    ...files,
  ].join('\n');
}

/** A language's mails of submissions, as a mail server gets them, by submission. */
export async function sendMails(
  service: TestService,
  language: Language,
  parts: RepeatedParts,
): Promise<Record<string, string>> {
  const { sink } = service;
  const owner = `owner.${language}@example.com`;
  const copy = `copy.${language}@example.com`;
  const sent: Record<string, string> = {};
  const keep = async (name: string, act: () => Promise<unknown>) => {
    sink.mails.length = 0;
    await act();
    await until('its mails', () => sink.mails.length === 2);
    // A copy may arrive before the mail that it is a copy of.
    const mails = sink.mails.toSorted((a, b) =>
      a.recipients.join() < b.recipients.join() ? 1 : -1,
    );
    const texts = mails.map((mail) => describeMail(mail, parts));
    texts.forEach((text, at) => (sent[`${name}, mail ${at + 1}`] = withoutChance(text)));
  };

  const form = await service.activeRoute({ email: owner, alias: 'Tischlerei Lindholm' });
  const settings = { language, files: {}, copies: [copy] };
  assert.equal((await ownerPuts(service, form, settings, owner)).status, 200);
  await answerCopy(service, questionTo(service, copy));
  const path = `/f/${form.form_id}`;
  await keep('a submission and its copy', () => service.submit(form.form_id, fieldsIn(language)));
  const body = formOf({ ...MARKED, plan: FILE });
  await keep('a marked one with a file', () => service.request(path, { method: 'POST', body }));
  const authorization = `Bearer ${form.management_token}`;
  await keep('a test', () =>
    service.request(`/v1/routes/${form.form_id}/test`, {
      method: 'POST',
      headers: { authorization },
    }),
  );

  const email = `answering.${language}@example.com`;
  const answering = await answeredForm(service, { email }, { language });
  await keep('a submission that is answered', () =>
    submitSolved(service, answering.form_id, fieldsIn(language)),
  );
  return sent;
}
