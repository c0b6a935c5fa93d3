const OWN_COMMAND = 'what its user types or has on this machine';
const OWN_TABLE = 'a table that this command wrote, record by record';
const OWN_SOURCE = 'part of this program';
const STORED = 'rows of the database, which this service wrote';
const VISITOR = 'runs in the browser of a visitor';
const OWN_STREAM = 'a stream of this service';

/** Files that read, and not what somebody else decides, and why; or in which every octet is counted. */
export const OTHER_READERS: Readonly<Record<string, string>> = {
  'src/app/operator/bounce.ts': 'keeps the first REPORT_BYTES of standard input',
  'src/app/command-line.ts': OWN_COMMAND,
  'src/app/operator/doctor/check-public-url.ts': 'the date of an answer whose head Node bounds',
  'src/app/operator/doctor/check-sender.ts':
    'DNS records of the operator, at most ten and as long as DNS allows',
  'src/app/operator/command.ts': OWN_COMMAND,
  'src/app/collect/imap-account.ts': OWN_COMMAND,
  'src/app/collect/imap-mailbox.ts': 'answers of a mail server, which imap-connection.ts bounds',
  'src/app/collect/decrypt-mail.ts':
    'the attachments of a bounded mail; what programs write is bounded too',
  'src/app/collect/collect.ts': 'the mails of a mailbox, each of which is bounded',
  'src/app/collect/read-thread.ts': 'the same mails, which read-messages.ts reads',
  'src/app/collect/table.ts': OWN_TABLE,
  'src/app/collect/text-formats.ts': OWN_TABLE,
  'src/app/client/check/check-form.ts': 'an address of an answer that deployment.ts has read',
  'src/app/client/check/check-page.ts': OWN_COMMAND,
  'src/app/client/check/dry-run.ts': 'a body that it writes',
  'src/app/client/check/fetch-page.ts': 'counts every octet: test/cli/form/check-page.test.ts',
  'src/app/client/create-form.ts': 'a date of an answer that deployment.ts has read',
  'src/app/client/saved-forms.ts': OWN_COMMAND,
  'src/app/client/deployment.ts': 'a query that it writes',
  'src/app/operator/routes.ts': STORED,
  'src/app/open/open-store.ts': 'keys of the operator',
  'src/app/source-commit.ts': OWN_SOURCE,
  'src/contract/openapi-document.ts': OWN_SOURCE,
  'src/web/apps/bundled.ts': OWN_SOURCE,
  'src/web/apps/bundler/contents.ts': OWN_SOURCE,
  'src/web/apps/bundler/guides.ts': OWN_SOURCE,
  'src/web/mcp/mount-mcp.ts':
    'the Origin of a request, whose head Node bounds, and the answer of an operation of its own',
  'src/mail/armor.ts': 'octets that it encrypted',
  'src/mail/letter.ts': 'a link that it writes',
  'src/delivery/http/http-channel.ts': 'a secret that the service made',
  'src/mail/encryption/encrypt.ts': OWN_STREAM,
  'src/submissions/receipts/prepare-receipt.ts': 'a salt that it made',
  'src/forms/reseal-routes.ts': STORED,
  'src/forms/silence/index.ts': STORED,
  'src/submissions/delivery-keys.ts': STORED,
  'src/forms/route.ts': STORED,
  'src/platform/secrets/keyring.ts': 'keys that it derived',
  'src/platform/stores/key-file.ts': 'keys of the operator',
  'src/platform/stores/postgres-migrations.ts': STORED,
  'src/web/http/read-body.ts': 'counts every octet: test/http/limits.test.ts',
  'src/web/http/read-upload.ts': 'counts every octet: test/faults/uploads.test.ts',
  'src/web/install/script/form.ts': VISITOR,
  'src/web/install/script/post-fetch.ts': VISITOR,
  'src/web/install/script/solver.ts': VISITOR,
  'src/web/pages/page.ts': OWN_SOURCE,
  'src/web/preview/mailbox.ts': 'mails that this service composed',
};
