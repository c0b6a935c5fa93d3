const OWN_COMMAND = 'what its user types or has on this machine';
const OWN_TABLE = 'a table that this command wrote, record by record';
const OWN_SOURCE = 'part of this program';
const STORED = 'rows of the database, which this service wrote';
const VISITOR = 'runs in the browser of a visitor';
const PROVIDER = 'an answer of the operator’s own provider, which client.ts bounds';
const OWN_STREAM = 'a stream of this service';

/** Files whose input no stranger decides, and why; or in which every octet counts. */
export const OTHER_READERS: Readonly<Record<string, string>> = {
  'src/cli/operator/bounce.ts': 'keeps the first REPORT_BYTES of standard input',
  'src/app/command-line.ts': OWN_COMMAND,
  'src/platform/settings/settings-file.ts': OWN_COMMAND,
  'src/platform/settings/proxy-networks.ts': 'a setting, and the address of a socket',
  'src/cli/operator/doctor/check-public-url.ts': 'the date of an answer whose head Node bounds',
  'src/cli/operator/doctor/check-sender.ts':
    'DNS records of the operator, at most ten and as long as DNS allows',
  'src/cli/command.ts': OWN_COMMAND,
  'src/cli/setup/dns-records.ts': OWN_COMMAND,
  'src/cli/setup/places.ts': OWN_COMMAND,
  'src/cli/setup/questions.ts': OWN_COMMAND,
  'src/cli/setup/setup.ts': 'the state of a service on this machine, and what its doctor prints',
  'src/cli/collect/imap-account.ts': OWN_COMMAND,
  'src/cli/collect/imap-mailbox.ts': 'answers of a mail server, which imap-connection.ts bounds',
  'src/cli/collect/collect.ts': 'the mails of a mailbox, each of which is bounded',
  'src/cli/collect/read-thread.ts': 'the same mails, which read-messages.ts reads',
  'src/cli/collect/table.ts': OWN_TABLE,
  'src/cli/collect/csv.ts': OWN_TABLE,
  'src/cli/form/check/check-form.ts': 'an address of an answer that deployment.ts has read',
  'src/cli/form/check/check-page.ts': OWN_COMMAND,
  'src/cli/form/check/dry-run.ts': 'a body that it writes',
  'src/cli/form/check/fetch-page.ts': 'counts every octet: test/cli/form/check-page.test.ts',
  'src/cli/form/create-form.ts': 'a date of an answer that deployment.ts has read',
  'src/cli/form/saved-forms.ts': OWN_COMMAND,
  'src/cli/form/deployment.ts': 'a query that it writes',
  'src/cli/receipts/trusted-keys.ts': 'bounds a key set, which verify-receipt.ts reads',
  'src/cli/operator/routes.ts': STORED,
  'src/app/source-commit.ts': OWN_SOURCE,
  'src/contract/openapi-document.ts': OWN_SOURCE,
  'src/web/apps/assets.ts': OWN_SOURCE,
  'src/web/apps/bundled.ts': OWN_SOURCE,
  'src/web/mcp/mount-mcp.ts':
    'the Origin of a request, whose head Node bounds, and the answer of an operation of its own',
  'src/mail/armor.ts': 'octets that it encrypted',
  'src/mail/letter.ts': 'a link that it writes',
  'src/delivery/https/access-tokens.ts': PROVIDER,
  'src/delivery/https/jmap.ts': PROVIDER,
  'src/delivery/http/http-channel.ts': 'a secret that the service made',
  'src/mail/encryption/encrypt.ts': OWN_STREAM,
  'src/submissions/receipts/prepare-receipt.ts': 'a salt that it made',
  'src/forms/reseal-routes.ts': STORED,
  'src/watch/silence/index.ts': STORED,
  'src/submissions/delivery-keys.ts': STORED,
  'src/forms/route.ts': STORED,
  'src/platform/secrets/keyring.ts': 'keys that it derived',
  'src/platform/stores/key-file.ts': 'keys of the operator',
  'src/platform/stores/postgres-migrations.ts': STORED,
  'src/web/http/read-submission.ts': 'the body that read-body.ts and read-upload.ts bound',
  'src/web/http/read-body.ts': 'counts every octet: test/http/limits.test.ts',
  'src/web/http/read-upload.ts': 'counts every octet: test/faults/uploads.test.ts',
  'src/install/script/form.ts': VISITOR,
  'src/install/script/kept-words.ts': VISITOR,
  'src/install/script/post-fetch.ts': VISITOR,
  'src/install/script/solver.ts': VISITOR,
  'src/web/preview/mailbox.ts': 'mails that this service composed',
};
