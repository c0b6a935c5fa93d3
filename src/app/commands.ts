import { OPERATOR_COMMANDS, RECEIPT_COMMANDS } from '../cli/operator.ts';
import type { OperatorCommands } from '../cli/operator/context.ts';
import { FORM_COMMANDS, INBOX_COMMANDS } from '../cli/owner.ts';

const SERVE: OperatorCommands = {
  serve: {
    summary: 'Serve until SIGTERM; the default command.',
    load: async () => (await import('./serve.ts')).serve,
  },
};

/** The commands under the headings that `letterslot help` gives them. */
export const GROUPS: Readonly<Record<string, OperatorCommands>> = {
  'Forms of any deployment': FORM_COMMANDS,
  'For owners of an inbox': { ...INBOX_COMMANDS, ...RECEIPT_COMMANDS },
  'For operators, with the settings of the service': { ...SERVE, ...OPERATOR_COMMANDS },
};

/** Every command, once: dispatcher, help and the tables in docs come from this one. */
export const COMMANDS: OperatorCommands = Object.fromEntries(
  Object.values(GROUPS).flatMap((commands) => Object.entries(commands)),
);

const WEBMCP_GONE =
  '--webmcp is gone: form code is plain HTML with labels; add toolname and tooldescription to the form yourself.';

/** Replacements of removed commands and options. */
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
