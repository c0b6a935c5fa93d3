import { FRAMEWORK_IDS } from '../../contract/enums.ts';
import type { Command } from '../operator/command.ts';

const URL_OPTION = {
  url: {
    value: 'URL',
    doc: 'The deployment; else LETTERSLOT_URL, where the form is saved, or http://localhost:8080.',
  },
};
const JSON_OPTION = { json: { doc: 'Print JSON, failures too.' } };
const TOKEN_OPTION = {
  'token-file': {
    value: 'FILE',
    doc: 'A file with the management token; - is stdin. Else LETTERSLOT_TOKEN, or the saved one.',
  },
};
const FRAMEWORKS = FRAMEWORK_IDS.join(', ');
const FORM = ['FORM_ID'];
const ID = 'cfm_7K2MNP4QRSTVWXYZ';

/** Commands that call a deployment as its clients do; their settings are those of the caller. */
export const FORM_COMMANDS: Readonly<Record<string, Command>> = {
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
    load: async () => (await import('./create-form.ts')).createForm,
  },
  'form list': {
    summary: 'List the forms whose tokens are on this machine.',
    options: {
      tokens: { doc: 'Print their tokens, as JSON for LETTERSLOT_TOKENS.' },
      ...JSON_OPTION,
    },
    examples: ['letterslot form list', 'letterslot form list --tokens > tokens.json'],
    load: async () => (await import('./manage-form.ts')).listForms,
  },
  'form show': {
    arguments: FORM,
    summary: 'Show a form; with its token also its settings and what it delivered.',
    options: { ...URL_OPTION, ...TOKEN_OPTION, ...JSON_OPTION },
    examples: [`letterslot form show ${ID}`, `letterslot form show ${ID} --json`],
    load: async () => (await import('./show-form.ts')).showForm,
  },
  'form set': {
    arguments: FORM,
    rest: 'NAME=VALUE',
    summary: 'Change settings of a form; the others stay.',
    options: { ...URL_OPTION, ...TOKEN_OPTION, ...JSON_OPTION },
    examples: [
      `letterslot form set ${ID} redirect=https://example.com/thanks paused=true`,
      `letterslot form set ${ID} origins=https://example.com origins=https://*.example.org`,
      `letterslot form set ${ID} 'website={"name":"Example","url":"https://example.com"}'`,
    ],
    load: async () => (await import('./set-settings.ts')).setSettings,
  },
  'form unset': {
    arguments: FORM,
    rest: 'NAME',
    summary: 'Give settings of a form their defaults.',
    options: { ...URL_OPTION, ...TOKEN_OPTION, ...JSON_OPTION },
    examples: [`letterslot form unset ${ID} redirect paused`],
    load: async () => (await import('./set-settings.ts')).unsetSettings,
  },
  'form test': {
    arguments: FORM,
    summary: 'Send a marked test through a form; it counts as one delivery.',
    options: { ...URL_OPTION, ...TOKEN_OPTION, ...JSON_OPTION },
    examples: [`letterslot form test ${ID}`],
    load: async () => (await import('./test-form.ts')).testForm,
  },
  'form code': {
    arguments: FORM,
    summary: 'Print the code of a form, or write its files.',
    options: {
      framework: { value: 'NAME', doc: `${FRAMEWORKS}; html by default.` },
      out: { value: 'FOLDER', doc: 'Write the files there; existing ones are not replaced.' },
      ...URL_OPTION,
      ...JSON_OPTION,
    },
    examples: [
      `letterslot form code ${ID} > contact-form.html`,
      `letterslot form code ${ID} --framework nextjs --out .`,
    ],
    load: async () => (await import('./form-code.ts')).formCode,
  },
  'form delete': {
    arguments: FORM,
    summary: 'Delete a form for good, and its token on this machine.',
    options: { ...URL_OPTION, ...TOKEN_OPTION, ...JSON_OPTION },
    examples: [
      `letterslot form delete ${ID}`,
      `letterslot form delete ${ID} --token-file /run/secrets/token`,
    ],
    load: async () => (await import('./manage-form.ts')).deleteForm,
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
      ...JSON_OPTION,
    },
    examples: [
      'letterslot form apply letterslot.json --dry-run',
      'LETTERSLOT_APPLY_KEY=$SECRET_OF_THE_CI letterslot form apply letterslot.json',
    ],
    load: async () => (await import('./apply-manifest.ts')).applyManifest,
  },
};
