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
  migrate: {
    summary: 'Update the database to the newest schema.',
    load: async () => (await import('./operator/database.ts')).migrate,
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
    load: async () => (await import('./operator/routes.ts')).listRoutes,
  },
  'routes suspend': {
    arguments: ['FORM_ID'],
    summary: 'Disable a form without deleting it.',
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
