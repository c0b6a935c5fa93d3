import { YES_OPTION, type Commands } from '../cli/operator/command.ts';
import { FORM_COMMANDS } from '../cli/form/commands.ts';

const JSON_OPTION = { json: { doc: 'Print JSON.' } };

const OWNER: Commands = {
  collect: {
    summary: 'Write the messages of a mailbox into a table, with the verdict on each receipt.',
    options: {
      imap: {
        value: 'URL',
        doc: 'A mailbox at a mail server: imaps://user@host/INBOX, without a folder all of them.',
      },
      'password-file': {
        value: 'FILE',
        doc: 'The password for --imap; - is stdin. Else LETTERSLOT_IMAP_PASSWORD, or it is asked for.',
      },
      'access-token-file': {
        value: 'FILE',
        doc: 'An OAuth access token instead; - is stdin. Else LETTERSLOT_IMAP_ACCESS_TOKEN.',
      },
      mbox: { value: 'FILE', doc: 'A mailbox in one file, or the folder that Apple Mail exports.' },
      out: {
        value: 'FILE',
        doc: 'The table: .csv or .db; a further run adds what is new.',
      },
      form: { value: 'FORM_ID', doc: 'Only messages of this form.' },
      since: { value: 'DATE', doc: 'Only messages of this day (UTC) and later: 2026-01-31.' },
      until: { value: 'DATE', doc: 'Only messages of this day (UTC) and earlier.' },
      keys: {
        value: 'PLACE',
        doc: "The service's key set, a URL or a file; by default the keys on this machine.",
      },
      files: { value: 'FOLDER', doc: 'Save the attached files there.' },
      bom: { doc: 'Begin a .csv with a byte order mark, for Excel.' },
      strict: { doc: 'Exit with 1 if a message is marked as altered or without a receipt.' },
      ...JSON_OPTION,
    },
    examples: [
      'letterslot collect --imap imaps://you@imap.example.com --keys https://forms.example.com/.well-known/jwks.json --out forms.csv',
      'letterslot collect --mbox ~/Mail/forms --keys https://forms.example.com/.well-known/jwks.json --out forms.csv',
      'letterslot collect --mbox forms.mbox --form cfm_7K2MNP4QRSTVWXYZ --out forms.db',
    ],
    load: async () => (await import('../cli/collect/collect.ts')).collectMails,
  },
  'verify-receipt': {
    arguments: ['FILE'],
    summary: 'Check a receipt: alone, in a JSON answer or in a mail; - is stdin.',
    options: {
      fields: { value: 'FILE', doc: 'The posted fields, as JSON or urlencoded.' },
      keys: {
        value: 'PLACE',
        doc: "The service's key set, a URL or a file; by default the keys on this machine.",
      },
      ...JSON_OPTION,
    },
    load: async () => (await import('../cli/operator/verify-receipt.ts')).verifyReceiptFile,
  },
};

/** They work with the settings of the service, on its machine. */
const OPERATOR: Commands = {
  serve: {
    summary: 'Serve until SIGTERM; the default command.',
    load: async () => (await import('./serve.ts')).serve,
  },
  migrate: {
    summary: 'Update the database to the newest schema.',
    load: async () => (await import('../cli/operator/database.ts')).migrate,
  },
  'routes list': {
    summary: 'List forms: id, status, delivery mode, time of creation.',
    options: {
      status: {
        value: 'STATUS',
        choices: ['pending', 'active', 'suspended'],
        doc: 'Only forms of this status.',
      },
      email: { value: 'ADDRESS', doc: 'Only those that deliver to exactly this address.' },
      limit: { value: 'N', doc: 'Maximum number of forms; 100 by default.' },
      reveal: { doc: 'Show address, alias and webhook URL too.' },
      ...JSON_OPTION,
    },
    load: async () => (await import('../cli/operator/routes.ts')).listRoutes,
  },
  'routes suspend': {
    arguments: ['FORM_ID'],
    summary: 'Disable a form without deleting it.',
    load: async () => (await import('../cli/operator/routes.ts')).suspendRoute,
  },
  'routes resume': {
    arguments: ['FORM_ID'],
    summary: 'Put a suspended form back online.',
    load: async () => (await import('../cli/operator/routes.ts')).resumeRoute,
  },
  'routes delete': {
    arguments: ['FORM_ID'],
    summary: 'Delete a form for good.',
    options: YES_OPTION,
    load: async () => (await import('../cli/operator/routes.ts')).deleteRoute,
  },
  'keys list': {
    summary: 'List the sealing keys, and how many rows each has encrypted.',
    options: JSON_OPTION,
    load: async () => (await import('../cli/operator/keys.ts')).listKeys,
  },
  'keys rotate': {
    summary: 'Add a sealing key and re-encrypt every row with it.',
    load: async () => (await import('../cli/operator/keys.ts')).rotateKeys,
  },
  'keys retire': {
    arguments: ['ID'],
    summary: 'Remove a sealing key that no row needs any more.',
    options: YES_OPTION,
    load: async () => (await import('../cli/operator/keys.ts')).retireKey,
  },
  bounce: {
    summary: 'Read a bounce or complaint on standard input, from a mail server.',
    options: {
      recipient: {
        value: 'ADDRESS',
        doc: 'The address that the mail came to; by default its header says.',
      },
    },
    examples: ['letterslot bounce --recipient "$1"', 'letterslot bounce < report.eml'],
    load: async () => (await import('../cli/operator/bounce.ts')).noteBounce,
  },
  backup: {
    arguments: ['FILE'],
    summary: 'Copy the SQLite database of a running service into a new file.',
    load: async () => (await import('../cli/operator/database.ts')).backUp,
  },
  doctor: {
    summary: 'Check settings, database, keys, mail, DNS, filters, clock and PUBLIC_URL.',
    options: {
      mail: {
        value: 'ADDRESS',
        doc: 'Send one mail there, and check the address that it leaves from.',
      },
      'dkim-selector': { value: 'NAME', doc: 'The DKIM selector of your mail.' },
      dns: { value: 'ADDRESS', doc: "Ask this DNS server instead of the system's, IP or IP:PORT." },
      ...JSON_OPTION,
    },
    load: async () => (await import('../cli/operator/doctor/doctor.ts')).doctor,
  },
};

/** The commands under the headings that `letterslot help` gives them. */
export const GROUPS: Readonly<Record<string, Commands>> = {
  'Forms of any deployment': FORM_COMMANDS,
  'For owners of an inbox': OWNER,
  'For operators, with the settings of the service': OPERATOR,
};

/** Every command, once: dispatcher, help and the tables in docs come from this one. */
export const COMMANDS: Commands = { ...FORM_COMMANDS, ...OWNER, ...OPERATOR };

const WEBMCP_GONE =
  '--webmcp is gone: form code is plain HTML with labels; add toolname and tooldescription to the form yourself.';

/** What commands, and options of commands, that are gone leave to do instead. */
export const GONE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['form create', 'form code'].map((name) => [`${name} --webmcp`, WEBMCP_GONE]),
  ),
  'collect --age-identity':
    '--age-identity is gone: mails of a form are encrypted with OpenPGP, and read with the keys of gpg.',
  'collect --token-file':
    '--token-file is gone: collect asks for no counts; “letterslot form show” shows what a form delivered.',
  'collect --maildir':
    '--maildir is gone: read the account with --imap, or export its mails as an mbox file for --mbox.',
  completion: '“letterslot completion” is gone; “letterslot help” lists commands and settings.',
};
