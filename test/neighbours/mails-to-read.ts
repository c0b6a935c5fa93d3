import fc from 'fast-check';
import { AnswerMails } from '../../src/mail/answer-email.ts';
import { encryptMail } from '../../src/mail/encrypted-mail.ts';
import type { AnyMail } from '../../src/mail/mailer.ts';
import { cleanFileName } from '../../src/submissions/files/clean-file-name.ts';
import { withoutSalt } from '../../src/submissions/receipts/receipt.ts';
import { LETTERHEAD, OWNER_MAILS, ROUTE } from '../catalogs/every-mail.ts';
import { createDeployment, FROM, mailedFile } from '../support/composed-mails.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { FILES, PLAIN, SCRIPTS, type Values } from './words-to-read.ts';

type Extras = NonNullable<Parameters<ReturnType<typeof createDeployment>['send']>[1]>;

const { send } = createDeployment();

const mapOf = (values: Values) =>
  new Map(Object.entries(values).map(([name, value]) => [name, [value]]));

export interface MailToRead {
  name: string;
  mail: AnyMail;
  /** Lines that its text has. */
  lines?: readonly string[];
}

async function submissionMail(
  name: string,
  values: Values,
  extras: Extras = {},
): Promise<MailToRead> {
  const { mail } = await send(mapOf(values), extras);
  // In a marked mail, addresses are inert.
  const lines = extras.suspicions ? [] : String(values['message']).trim().split('\n');
  return { name, mail, lines };
}

const scriptMails = Object.entries(SCRIPTS).map(([script, [name, _subject, message, file]]) =>
  submissionMail(
    `in ${script}`,
    { name, email: 'visitor@example.net', _subject, message },
    { files: [mailedFile(cleanFileName(file), message)] },
  ),
);

const fileMails = Object.entries(FILES).map(([name, files]) =>
  submissionMail(
    name,
    { message: name },
    { files: files.map((each) => mailedFile(each, `of ${each}`)) },
  ),
);

const octets = Buffer.from(Array.from({ length: 100_003 }, (_each, at) => (at * at) % 256));

const otherMails = [
  submissionMail(
    'with octets of any kind',
    { message: 'x' },
    {
      files: [
        mailedFile('empty.txt', ''),
        mailedFile('one.txt', 'x'),
        mailedFile('any.bin', octets),
      ],
    },
  ),
  submissionMail(
    'marked',
    {
      name: 'Ada Example.com',
      email: 'ada@example.net',
      _subject: 'Größe of https://example.com/',
      message: 'See https://example.com/ü and bob@example.org',
    },
    { suspicions: ['links'], files: [mailedFile('www.example.com ü.txt', 'x')] },
  ),
  submissionMail(
    'a copy',
    { name: 'Ægir', message: 'Copied' },
    { copyTo: 'colleague@example.org' },
  ),
];

const answers = new AnswerMails(LETTERHEAD);

const answerMails = ['{form}: vielen Dank für Ihre Nachricht 🎉', 'Thank you'].map((subject) => ({
  name: `an automatic reply, ${subject}`,
  mail: answers.compose({
    route: { ...ROUTE, alias: '问卷 Kontakt' },
    answer: { subject, text: 'Wir melden uns.\n\nBis bald\n谢谢' },
    to: 'visitor@elsewhere.example',
    reference: 'K74M-2Q9D',
    stopLink: 'https://forms.example.com/v1/answers/stop?token=t&u',
  }),
}));

const ownerMails = (['fr', 'zh'] as const).flatMap((language) =>
  OWNER_MAILS.map(({ name, compose: write }) => ({
    name: `${name}, in ${language}`,
    mail: write(language),
  })),
);

/** In letters of one to four octets, so that words are cut at every place. */
const letter = fc.constantFrom(...Array.from('aZ 9.,"\\=?_%é߀中の🎉𠮷אب'));
const line = fc.array(letter, { minLength: 1, maxLength: 90 }).map((each) => each.join('').trim());

const randomMails = fc
  .sample(fc.tuple(line, line, line, line), { numRuns: 60, seed: 40 })
  .map(([name, _subject, message, file], at) =>
    submissionMail(
      `of random letters, ${at}`,
      { name, _subject, message },
      { files: [mailedFile(cleanFileName(file) || 'file', message)] },
    ),
  );

async function encryptedMail(): Promise<MailToRead> {
  const { armored } = await makeKey('owner@example.org');
  const settings = { encryption: { type: 'openpgp', key: armored } } as const;
  const route = { alias: 'Kontaktformular für Bewerbungen', language: 'de', settings } as const;
  const { mail } = await send(mapOf({ name: 'Jörg', message: 'Geheim' }), { form: route });
  const outbox = { from: FROM, isInert: false };
  return {
    name: 'encrypted',
    mail: await encryptMail(mail, route, outbox, { withoutSalt, now: Date.now }),
  };
}

/** Every kind of mail that the service writes, and those whose words are hard to read. */
export const composeMails = async (): Promise<MailToRead[]> => [
  ...(await Promise.all([
    ...Object.entries(PLAIN).map(([name, values]) => submissionMail(name, values)),
    ...scriptMails,
    ...fileMails,
    ...otherMails,
    ...randomMails,
    encryptedMail(),
  ])),
  ...answerMails,
  ...ownerMails,
];
