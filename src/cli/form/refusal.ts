import type { ErrorCode } from '../../contract/error-codes.ts';
import { SETTING_NAMES } from '../../contract/form-settings.ts';
import { isObject } from '../../platform/text/json.ts';
import { printable } from '../../platform/text/printable.ts';
import { CommandError, EXIT } from '../command.ts';

type Envelope = CommandError['envelope'];

const WITH_TOKEN = 'With its token a test needs none: set LETTERSLOT_TOKEN, or --token-file.';

/** What codes mean to people who type commands, where the message speaks of requests. */
const IN_COMMANDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  settings_invalid: 'Some settings are not valid, so nothing was changed.',
  submission_invalid: 'Some fields are not valid, so nothing was sent.',
  route_not_found: 'There is no such form here: it was deleted, or its id or --url is mistyped.',
  management_token_required:
    'This needs the token of the form: set LETTERSLOT_TOKEN, or name a file with --token-file.',
  access_key_not_found:
    'The form has no access key with this id. letterslot form keys FORM_ID lists those that it has.',
  access_keys_exhausted: 'The form has as many access keys as it can have. End one with --end.',
  challenge_required: `The form asks for the solution of a challenge. ${WITH_TOKEN}`,
  access_key_required: `The form takes messages with an access key alone. ${WITH_TOKEN}`,
  not_found: 'This deployment does not know what the command asks for: is it of another version?',
};

/** The sentence of an error for people who type commands. */
export const sentenceOf = ({ error, message }: Envelope): string =>
  IN_COMMANDS[error as ErrorCode] ?? printable(message);

/** Options and arguments by their places in a creation. */
const OPTIONS: Readonly<Record<string, string>> = { '/email': 'EMAIL', '/alias': '--name' };

const NO_MEMBER = /^There is no such member/;

/** `/settings/targets/0/url` as `targets[0].url`. */
function settingAt(path: string): string {
  const names = path
    .replace(/^\/settings(?=\/)/, '')
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names
    .map((name, at) => (/^\d+$/.test(name) ? `[${name}]` : at > 0 ? `.${name}` : name))
    .join('');
}

/** A fault as a line that names the setting, the option or the field. */
function lineOf({ path, field, message, did_you_mean: meant }: Envelope): string | undefined {
  if (typeof path !== 'string') {
    return typeof field === 'string' ? `${printable(field)}: ${printable(message)}` : undefined;
  }
  const setting = settingAt(path);
  const said = printable(message);
  if (path === '') return said;
  const isUnknown = NO_MEMBER.test(said) && !SETTING_NAMES.some((name) => name === setting);
  if (!isUnknown || /[.[]/.test(setting)) return `${OPTIONS[path] ?? printable(setting)}: ${said}`;
  const suggestion = typeof meant === 'string' ? ` Did you mean ${printable(meant)}?` : '';
  return `${printable(setting)} is not a setting.${suggestion}`;
}

/** A line for each fault that the message omits, and for each place whose test failed. */
function detailsOf({ message: said, errors, reasons }: Envelope): string[] {
  const faults = Array.isArray(errors) ? errors.filter(isObject) : [];
  const places = isObject(reasons) ? Object.entries(reasons) : [];
  return [
    ...faults
      .filter(({ message }) => message !== said)
      .map(lineOf)
      .filter((line) => line !== undefined),
    ...places.map(([place, reason]) => `${printable(place)}: ${printable(reason)}`),
  ];
}

/** The error that a deployment has answered with, in the words of the command line. */
export function refusal(envelope: Envelope, requestId: string | null): CommandError {
  const { error, retryable } = envelope;
  const ofService = error === 'internal_error' || error === 'config_incomplete';
  return new CommandError(`${sentenceOf(envelope)} (${printable(error)})`, {
    exitCode: retryable === true ? EXIT.unavailable : EXIT.fault,
    details: [
      ...detailsOf(envelope),
      ...(ofService && requestId !== null
        ? [`Its operator finds it by ${printable(requestId)}.`]
        : []),
    ],
    envelope,
  });
}
