import type { Command } from './operator/command.ts';
import { FRAMEWORK_IDS } from '../contract/enums.ts';

const JSON_OPTION = { json: { doc: 'Print JSON.' } };

const URL_OPTION = {
  url: {
    value: 'URL',
    doc: 'The deployment; else LETTERSLOT_URL, where the form is saved, or http://localhost:8080.',
  },
};
const CLIENT_JSON = { json: { doc: 'Print JSON, failures too.' } };
const TOKEN_OPTION = {
  'token-file': {
    value: 'FILE',
    doc: 'A file with the management token; - is stdin. Else LETTERSLOT_TOKEN, or the saved one.',
  },
};
const OF_FORM = { ...URL_OPTION, ...TOKEN_OPTION, ...CLIENT_JSON };
const FRAMEWORKS = FRAMEWORK_IDS.join(', ');
const ID = 'cfm_7K2MNP4QRSTVWXYZ';

/** Every command, once: dispatcher, help text and the tables in docs come from this one. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    summary: 'Serve until SIGTERM; the default command.',
    load: async () => (await import('./serve.ts')).serve,
  },
  migrate: {
    summary: 'Update the database to the newest schema.',
    load: async () => (await import('./operator/database.ts')).migrate,
  },
  'routes list': {
    summary: 'List forms: id, status, delivery mode, time of creation.',
    options: {
      status: { value: 'STATUS', doc: 'Only these: pending, active or suspended.' },
      email: { value: 'ADDRESS', doc: 'Only those that deliver to exactly this address.' },
      limit: { value: 'N', doc: 'Maximum number of forms; 100 by default.' },
      reveal: { doc: 'Show address, alias and webhook URL too.' },
      ...JSON_OPTION,
    },
    load: async () => (await import('./operator/routes.ts')).listRoutes,
  },
  'routes suspend': {
    arguments: ['FORM_ID'],
    summary: 'Take a form offline without deleting it.',
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
    load: async () => (await import('./operator/keys.ts')).retireKey,
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
    load: async () => (await import('./operator/verify-receipt.ts')).verifyReceiptFile,
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
      'dkim-selector': { value: 'NAME', doc: 'The DKIM selector of your mail.' },
      dns: { value: 'ADDRESS', doc: "Ask this DNS server instead of the system's, IP or IP:PORT." },
      ...JSON_OPTION,
    },
    load: async () => (await import('./operator/doctor/doctor.ts')).doctor,
  },
  // These call a deployment as its clients do; their settings are those of the caller.
  'form create': {
    arguments: ['EMAIL'],
    rest: 'NAME=VALUE',
    summary: 'Create a form for an address, and keep its token on this machine.',
    options: {
      name: { value: 'NAME', doc: 'What the form is called in mails; "Contact form" by default.' },
      framework: {
        value: 'NAME',
        doc: `Print its code too: ${FRAMEWORKS}.`,
      },
      wait: { doc: 'Wait until the owner of the inbox has confirmed.' },
      url: { value: 'URL', doc: 'The deployment; else LETTERSLOT_URL or http://localhost:8080.' },
      json: { doc: 'Print JSON, with the management token.' },
    },
    examples: [
      'letterslot form create you@example.com --framework react',
      'letterslot form create you@example.com --name "Job offers" --url https://forms.example.com',
      'letterslot form create you@example.com redirect=https://example.com/thanks --wait',
    ],
    load: async () => (await import('./client/create-form.ts')).createForm,
  },
  'form list': {
    summary: 'List the forms whose tokens are on this machine.',
    options: {
      tokens: { doc: 'Print their tokens, as JSON for LETTERSLOT_TOKENS.' },
      ...CLIENT_JSON,
    },
    examples: ['letterslot form list', 'letterslot form list --tokens > tokens.json'],
    load: async () => (await import('./client/manage-form.ts')).listForms,
  },
  'form show': {
    arguments: ['FORM_ID'],
    summary: 'Show a form; with its token also its settings and what it delivered.',
    options: OF_FORM,
    examples: [`letterslot form show ${ID}`, `letterslot form show ${ID} --json`],
    load: async () => (await import('./client/manage-form.ts')).showForm,
  },
  'form set': {
    arguments: ['FORM_ID'],
    rest: 'NAME=VALUE',
    summary: 'Change settings of a form; the others stay.',
    options: OF_FORM,
    examples: [
      `letterslot form set ${ID} redirect=https://example.com/thanks paused=true`,
      `letterslot form set ${ID} origins=https://example.com origins=https://*.example.org`,
      `letterslot form set ${ID} 'website={"name":"Example","url":"https://example.com"}'`,
    ],
    load: async () => (await import('./client/settings.ts')).setSettings,
  },
  'form unset': {
    arguments: ['FORM_ID'],
    rest: 'NAME',
    summary: 'Give settings of a form their defaults.',
    options: OF_FORM,
    examples: [`letterslot form unset ${ID} redirect paused`],
    load: async () => (await import('./client/settings.ts')).unsetSettings,
  },
  'form test': {
    arguments: ['FORM_ID'],
    summary: 'Send a marked test through a form; it counts as one delivery.',
    options: OF_FORM,
    examples: [`letterslot form test ${ID}`],
    load: async () => (await import('./client/manage-form.ts')).testForm,
  },
  'form code': {
    arguments: ['FORM_ID'],
    summary: 'Print the code of a form, or write its files.',
    options: {
      framework: { value: 'NAME', doc: `${FRAMEWORKS}; html by default.` },
      out: { value: 'FOLDER', doc: 'Write the files there; existing ones are not replaced.' },
      ...URL_OPTION,
      ...CLIENT_JSON,
    },
    examples: [
      `letterslot form code ${ID} > contact-form.html`,
      `letterslot form code ${ID} --framework nextjs --out .`,
    ],
    load: async () => (await import('./client/create-form.ts')).formCode,
  },
  'form delete': {
    arguments: ['FORM_ID'],
    summary: 'Delete a form for good, and its token on this machine.',
    options: OF_FORM,
    examples: [
      `letterslot form delete ${ID}`,
      `letterslot form delete ${ID} --token-file /run/secrets/token`,
    ],
    load: async () => (await import('./client/manage-form.ts')).deleteForm,
  },
  'form apply': {
    arguments: ['FILE'],
    summary: 'Bring forms to what a letterslot.json says; a second run changes nothing.',
    options: {
      'dry-run': { doc: 'Say what would change, and change nothing.' },
      url: {
        value: 'URL',
        doc: 'The deployment; else LETTERSLOT_URL, what the file says, or http://localhost:8080.',
      },
      'tokens-file': {
        value: 'FILE',
        doc: 'Tokens as `letterslot form list --tokens` prints them; else LETTERSLOT_TOKENS.',
      },
      ...CLIENT_JSON,
    },
    examples: [
      'letterslot form apply letterslot.json --dry-run',
      'LETTERSLOT_APPLY_KEY=$SECRET_OF_THE_CI letterslot form apply letterslot.json',
    ],
    load: async () => (await import('./client/apply-manifest.ts')).applyManifest,
  },
};
