import { YES_OPTION, type Commands } from './command.ts';
import type { OperatorCommands } from './operator/context.ts';

const JSON_OPTION = { json: { doc: 'Print JSON.' } };

export const RECEIPT_COMMANDS: Commands = {
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
    load: async () => (await import('./operator/verify-receipt.ts')).verifyReceiptFile,
  },
};

/** They work with the settings of the service, on its machine. */
export const OPERATOR_COMMANDS: OperatorCommands = {
  setup: {
    rest: 'SETTING=VALUE',
    summary: 'Ask for the settings, check them, and send the first mail.',
    options: {
      domain: {
        value: 'DOMAIN',
        doc: 'Where people reach the service: forms.example.com, or a whole URL.',
      },
      mail: {
        value: 'HOST',
        doc: 'The mail server, HOST or HOST:PORT, localhost for this machine; or by HTTPS graph, gmail, ses, mailgun, jmap.',
      },
      from: { value: 'SENDER', doc: 'The sender of every mail: "Forms <forms@example.com>".' },
      operator: {
        value: 'ADDRESS',
        doc: 'Your own mail address: owners write to it, and the first form delivers there.',
      },
      https: {
        value: 'PROXY',
        choices: ['caddy', 'other'],
        doc: 'Write a Caddyfile for this machine, or leave https to another proxy.',
      },
      for: {
        value: 'KIND',
        choices: ['clone', 'systemd', 'compose'],
        doc: 'How the service runs: from this folder (clone, the default), by systemd, or by Compose.',
      },
      dns: { value: 'ADDRESS', doc: "Ask this DNS server instead of the system's, IP or IP:PORT." },
      check: { doc: 'Only check what is set.' },
    },
    examples: [
      'letterslot setup',
      'letterslot setup --domain forms.example.com --mail localhost --operator you@example.com',
      'letterslot setup SMTP_PASSWORD_FILE=/root/password',
    ],
    load: async () => (await import('./setup/setup.ts')).setUp,
  },
  migrate: {
    summary: 'Update the database to the newest schema.',
    load: async () => (await import('./operator/database.ts')).migrate,
  },
  'routes list': {
    summary: 'List forms: id, status, delivery mode, time of creation.',
    options: {
      status: {
        value: 'STATUS',
        choices: ['active', 'unconfirmed', 'stopped', 'suspended'],
        doc: 'Only forms of this status.',
      },
      email: { value: 'ADDRESS', doc: 'Only those that deliver to exactly this address.' },
      limit: { value: 'N', doc: 'Maximum number of forms; 100 by default.' },
      reveal: { doc: 'Show address, alias and webhook URL too.' },
      ...JSON_OPTION,
    },
    load: async () => (await import('./operator/routes.ts')).listRoutes,
  },
  'routes suspend': {
    arguments: ['FORM_ID'],
    summary: 'Take a form offline, until it is resumed; its holder pauses it, its owner stops it.',
    load: async () => (await import('./operator/routes.ts')).suspendRoute,
  },
  'routes resume': {
    arguments: ['FORM_ID'],
    summary: 'Put a suspended form back online.',
    load: async () => (await import('./operator/routes.ts')).resumeRoute,
  },
  'routes delete': {
    arguments: ['FORM_ID'],
    summary: 'Delete a form for good.',
    options: YES_OPTION,
    load: async () => (await import('./operator/routes.ts')).deleteRoute,
  },
  'keys list': {
    summary: 'List the sealing keys, and how many rows each has encrypted.',
    options: JSON_OPTION,
    load: async () => (await import('./operator/keys.ts')).listKeys,
  },
  'keys rotate': {
    summary: 'Add a sealing key and re-encrypt every row with it.',
    load: async () => (await import('./operator/keys.ts')).rotateKeys,
  },
  'keys retire': {
    arguments: ['ID'],
    summary: 'Remove a sealing key that no row needs any more.',
    options: YES_OPTION,
    load: async () => (await import('./operator/keys.ts')).retireKey,
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
    load: async () => (await import('./operator/bounce.ts')).noteBounce,
  },
  backup: {
    arguments: ['FILE'],
    summary: 'Copy the SQLite database of a running service into a new file.',
    load: async () => (await import('./operator/database.ts')).backUp,
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
    load: async () => (await import('./operator/doctor/doctor.ts')).doctor,
  },
};
