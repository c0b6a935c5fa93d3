import { CODE_STYLES, FRAMEWORK_IDS } from '../contract/enums.ts';
import { YES_OPTION, type Commands } from './command.ts';

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
const CODE_OPTIONS = {
  style: {
    value: 'STYLE',
    choices: CODE_STYLES,
    doc: 'All it needs in the code, or with the script of the service.',
  },
};
const OF_FORM = { ...URL_OPTION, ...TOKEN_OPTION, ...CLIENT_JSON };
const ID = 'cfm_7K2MNP4QRSTVWXYZ';

/** They call a deployment as its clients do; their settings are those of the caller. */
export const FORM_COMMANDS: Commands = {
  'form create': {
    arguments: ['EMAIL'],
    asks: true,
    rest: 'NAME=VALUE',
    summary: 'Create a form for an address, and keep its token on this machine.',
    options: {
      name: { value: 'NAME', doc: 'What the form is called in mails; "Contact form" by default.' },
      framework: { value: 'NAME', choices: FRAMEWORK_IDS, doc: 'Print its code too.' },
      ...CODE_OPTIONS,
      'agents-md': {
        value: 'FILE',
        doc: 'Add a paragraph about the form to this file, which AI agents read: AGENTS.md.',
      },
      wait: { doc: 'Wait until the owner of the inbox has confirmed.' },
      url: { value: 'URL', doc: 'The deployment; else LETTERSLOT_URL or http://localhost:8080.' },
      json: { doc: 'Print JSON, with the management token.' },
    },
    examples: [
      'letterslot form create',
      'letterslot form create you@example.com --framework react',
      'letterslot form create you@example.com --name "Job offers" --url https://forms.example.com',
      'letterslot form create you@example.com redirect=https://example.com/thanks --wait',
    ],
    load: async () => (await import('./form/create-form.ts')).createForm,
  },
  'form list': {
    summary: 'List the forms whose tokens are on this machine.',
    options: {
      tokens: { doc: 'Print their tokens, as JSON for LETTERSLOT_TOKENS.' },
      ...CLIENT_JSON,
    },
    examples: ['letterslot form list', 'letterslot form list --tokens > tokens.json'],
    load: async () => (await import('./form/manage-form.ts')).listForms,
  },
  'form show': {
    arguments: ['FORM_ID'],
    summary: 'Show a form; with its token also its settings and what it delivered.',
    options: OF_FORM,
    examples: [`letterslot form show ${ID}`, `letterslot form show ${ID} --json`],
    load: async () => (await import('./form/manage-form.ts')).showForm,
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
    load: async () => (await import('./form/settings.ts')).setSettings,
  },
  'form unset': {
    arguments: ['FORM_ID'],
    rest: 'NAME',
    summary: 'Reset settings to their defaults.',
    options: OF_FORM,
    examples: [`letterslot form unset ${ID} redirect paused`],
    load: async () => (await import('./form/settings.ts')).unsetSettings,
  },
  'form test': {
    arguments: ['FORM_ID'],
    summary: 'Send a marked test through a form; it counts as one delivery.',
    options: OF_FORM,
    examples: [`letterslot form test ${ID}`],
    load: async () => (await import('./form/manage-form.ts')).testForm,
  },
  'form keys': {
    arguments: ['FORM_ID'],
    summary: 'List the access keys of a form, with which servers submit; make one, or end one.',
    options: {
      make: { value: 'NAME', doc: 'Make a key, and print its secret this once.' },
      end: { value: 'KEY_ID', doc: 'End a key: submissions with it are refused at once.' },
      ...YES_OPTION,
      ...OF_FORM,
    },
    examples: [
      `letterslot form keys ${ID}`,
      `letterslot form keys ${ID} --make Website`,
      `letterslot form keys ${ID} --end key_7K2MNP4QRS`,
    ],
    load: async () => (await import('./form/access-keys.ts')).formKeys,
  },
  'form code': {
    arguments: ['FORM_ID'],
    summary: 'Print the code of a form, or write its files.',
    options: {
      framework: { value: 'NAME', choices: FRAMEWORK_IDS, doc: 'Default: html.' },
      ...CODE_OPTIONS,
      out: { value: 'FOLDER', doc: 'Write the files there; existing ones are not replaced.' },
      ...URL_OPTION,
      ...CLIENT_JSON,
    },
    examples: [
      `letterslot form code ${ID} > contact-form.html`,
      `letterslot form code ${ID} --style script`,
      `letterslot form code ${ID} --framework nextjs --out .`,
    ],
    load: async () => (await import('./form/create-form.ts')).formCode,
  },
  'form check': {
    arguments: ['URL'],
    summary: 'Check the forms of a page: what would a visitor meet? Nothing is sent.',
    options: {
      form: {
        value: 'FORM_ID',
        doc: 'Only this form; needed if scripts of the page render it.',
      },
      url: {
        value: 'URL',
        doc: 'The deployment; else LETTERSLOT_URL, where the form is saved, or the one that the form names.',
      },
      ...TOKEN_OPTION,
      ...CLIENT_JSON,
    },
    examples: [
      'letterslot form check https://example.com/contact',
      `letterslot form check https://example.com/contact --form ${ID} --json`,
    ],
    load: async () => (await import('./form/check/check-page.ts')).checkPage,
  },
  'form delete': {
    arguments: ['FORM_ID'],
    summary: 'Delete a form for good, and its token on this machine.',
    options: { ...YES_OPTION, ...OF_FORM },
    examples: [
      `letterslot form delete ${ID}`,
      `letterslot form delete ${ID} --yes --token-file /run/secrets/token`,
    ],
    load: async () => (await import('./form/manage-form.ts')).deleteForm,
  },
  'form apply': {
    arguments: ['FILE'],
    summary: 'Create or update the forms described in letterslot.json (idempotent).',
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
    load: async () => (await import('./form/apply-manifest.ts')).applyManifest,
  },
  'form import': {
    arguments: ['FILE'],
    summary: 'Print a letterslot.json made from a formspree.json; - is stdin.',
    examples: ['letterslot form import formspree.json > letterslot.json'],
    load: async () => (await import('./form/import-forms.ts')).importForms,
  },
};

/** For who has the inbox of a form. */
export const INBOX_COMMANDS: Commands = {
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
      json: { doc: 'Print JSON.' },
    },
    examples: [
      'letterslot collect --imap imaps://you@imap.example.com --keys https://forms.example.com/.well-known/jwks.json --out forms.csv',
      'letterslot collect --mbox ~/Mail/forms --keys https://forms.example.com/.well-known/jwks.json --out forms.csv',
      'letterslot collect --mbox forms.mbox --form cfm_7K2MNP4QRSTVWXYZ --out forms.db',
    ],
    load: async () => (await import('./collect/collect.ts')).collectMails,
  },
};
