import type { FromSchema } from 'json-schema-to-ts';
import { FormTarget } from './channels.ts';
import { LIMITS } from './limits.ts';
import { LANGUAGE_IDS } from './enums.ts';
import { FormField } from './form-field.ts';
import { choice, closed, closedShape, listUpTo, textUpTo, yesOrNo } from './schema.ts';

const template = (description: string) => textUpTo(LIMITS.templateCodePoints, description);

const page = (description: string) =>
  ({ ...textUpTo(LIMITS.urlCharacters, description), format: 'uri' }) as const;

/**
 * The settings that a form can have: one row each, in the groups of `/inbox` and in the order in
 * which people see them. Parser, OpenAPI document, consent page, `/inbox`, MCP and the command line
 * read them here.
 */
export const SETTING_GROUPS = {
  emails: {
    name: textUpTo(
      LIMITS.aliasCodePoints,
      'What mails, pages and lists call the form, by the rules of `alias`. Default: its `alias`, which stays what answers ' +
        'and webhooks say.',
    ),
    language: choice(
      LANGUAGE_IDS,
      'Language of the mails to the owner and of JSON answers to submissions. Default: for mails, the language of the ' +
        'page or of the `Accept-Language` with which the form was made; for answers, the `Accept-Language` of the request.',
    ),
    subject: template(
      'Subject of the mails, a template: `{form}` is the name of the form, `{name}` the field `name`, and ' +
        'so on; `{{` is a brace. Empty parts are left out, with the separator next to them. A `_subject` of the page ' +
        'wins. Default: `Jörg Müller · Contact form`, where a visitor gave a name.',
    ),
    sender_name: template(
      'Display name of the sender of the mails, a template like `subject`. The address stays the one of ' +
        'this service. Default: `Jörg Müller via Contact form`. Next to a visitor’s words the name of the form is ' +
        'always in it; words that contain an address or look like a name of this service are not used.',
    ),
  },
  after: {
    redirect: page(
      'Where the browser of a visitor goes after a delivery: an absolute https URL. A `_redirect` of the ' +
        'page wins. Programs that ask for JSON find it in `next`.',
    ),
    success_message: textUpTo(
      LIMITS.successMessageCodePoints,
      'What a visitor reads after a delivery, and the `message` of its answer.',
    ),
    website: closed('The website of the form, named on the pages that its visitors see.', {
      name: textUpTo(LIMITS.aliasCodePoints, 'What the website is called.'),
      url: page('Where its visitors go back to: an absolute https URL.'),
    }),
  },
  spam: {
    origins: listUpTo(
      LIMITS.origins,
      'The only websites that may submit: scheme, host and port, like `https://example.com`. One ' +
        'leading `*.` stands for subdomains. `http` for localhost alone. An empty list allows every ' +
        'website; emptying it waits for the owner of the inbox.',
      { type: 'string', minLength: 1, maxLength: LIMITS.urlCharacters },
    ),
    access: choice(
      ['anyone', 'key'],
      'Who may submit: `anyone`, or with `key` only a server that sends one of the access keys of the form ' +
        '(`Authorization: Bearer lsk_…`); everything else is `access_key_required`. The server says in the field ' +
        '`_visitor_ip` for whom it speaks, and in `_visitor_origin` from which website; otherwise all its visitors ' +
        'share the rate of one client. Default: `anyone`; going back to it waits for the owner of the inbox.',
    ),
    challenge: choice(
      ['off', 'suspicious', 'always'],
      'Which submissions need a proof of work that the browser solves without the visitor: none, those that look ' +
        'suspicious or come faster than people write, or all. Default: `off`.',
    ),
  },
  fields: {
    fields: listUpTo(
      LIMITS.fields,
      'The fields of the form, in their order. Submissions that do not fit are refused with ' +
        '`submission_invalid`; mails show the labels in this order, and the form code has these fields.',
      FormField,
    ),
    unknown_fields: choice(
      ['accept', 'refuse'],
      'What happens to a field that `fields` does not list: `accept` shows it after the others, `refuse` ' +
        'refuses the submission. Without `fields` it has no effect. Default: `accept`.',
    ),
  },
  files: {
    files: closed(
      'Lets visitors attach files to the mail; `{}` has the defaults. Without it, files are refused. A change that ' +
        'lets more in waits for the owner of the inbox.',
      {
        'max_count?': {
          type: 'integer',
          minimum: 1,
          maximum: LIMITS.filesOfForm,
          description: `Files of one submission. Default: ${LIMITS.usualFiles}.`,
        },
        'max_bytes?': {
          type: 'integer',
          minimum: 1,
          maximum: LIMITS.largestFileBytes,
          description:
            'Bytes of all files of one submission together. Default and maximum: what the operator allows.',
        },
        'types?': {
          type: 'array',
          minItems: 1,
          maxItems: LIMITS.fileTypes,
          items: { type: 'string', minLength: 1, maxLength: LIMITS.fieldTextCodePoints },
          description:
            'Media types that files may have, like `application/pdf`, or `image/*` for all of a kind. Default: ' +
            'every type that mail providers take.',
        },
      },
    ),
  },
  delivery: {
    copies: listUpTo(
      LIMITS.copies,
      'More inboxes that get each message, or with `when` those with one of these answers. Each confirms for itself, ' +
        'counts in its own month and can stop; none sees the others. A new one waits for the owner of the inbox.',
      {
        anyOf: [
          { type: 'string', minLength: 1, maxLength: LIMITS.urlCharacters },
          {
            title: 'CopyByAnswer',
            ...closedShape({
              email: { type: 'string', minLength: 1, maxLength: LIMITS.urlCharacters },
              when: closedShape({
                field: textUpTo(LIMITS.fieldNameCharacters, 'A declared field with options.'),
                is: {
                  type: 'array',
                  minItems: 1,
                  maxItems: LIMITS.fieldOptions,
                  items: { type: 'string', maxLength: LIMITS.fieldTextCodePoints },
                  description: 'Values of its options.',
                },
              }),
            }),
          },
        ],
      },
    ),
    targets: listUpTo(
      LIMITS.targets,
      'Integrations that get each message after the inbox: signed webhooks and chats. A new one waits for the owner ' +
        'of the inbox.',
      FormTarget,
    ),
    auto_reply: closed(
      'A mail to the visitor who gave an address, once a day. It can’t repeat anything from the submission. Needs `challenge: ' +
        'always`, and that the operator has not switched such mails off. Its text waits for the owner of the inbox.',
      {
        subject: template('Subject of the answer. `{form}` is the name of the form.'),
        text: textUpTo(
          LIMITS.answerCodePoints,
          'The answer, plain text. `{form}` is the name of the form. It may link to https pages of hosts that the ' +
            'operator of the service lists, and to nothing else.',
        ),
      },
    ),
  },
  privacy: {
    encryption: closed(
      'Encrypts each mail to the owner. Copies and integrations are off then. A change waits for the owner of the inbox.',
      {
        type: choice(['openpgp'], '`openpgp` is PGP/MIME (RFC 3156).'),
        key: textUpTo(LIMITS.keyCharacters, 'The public key: an armored OpenPGP certificate.'),
      },
    ),
  },
  danger: {
    paused: yesOrNo(
      'While true, submissions are refused with `inbox_not_verified`, except tests by those who hold the form. Default: false.',
    ),
  },
} as const;

const SETTINGS = {
  ...SETTING_GROUPS.emails,
  ...SETTING_GROUPS.after,
  ...SETTING_GROUPS.spam,
  ...SETTING_GROUPS.fields,
  ...SETTING_GROUPS.files,
  ...SETTING_GROUPS.delivery,
  ...SETTING_GROUPS.privacy,
  ...SETTING_GROUPS.danger,
} as const;

export type SettingName = keyof typeof SETTINGS;

/** The defaults of settings that are choices. */
export const DEFAULT_CHOICES: Partial<Record<SettingName, string>> = {
  access: 'anyone',
  unknown_fields: 'accept',
  challenge: 'off',
};

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export const FormSettings = {
  title: 'FormSettings',
  description: 'The settings of a form; a member that is absent has its default.',
  type: 'object',
  additionalProperties: false,
  properties: SETTINGS,
} as const;

/** Settings as their form has them: the members that were set, in the order of the table. */
export interface FormSettings extends Readonly<FromSchema<typeof FormSettings>> {}

/** When submissions of a form need the solution of a challenge. */
export type ChallengePolicy = NonNullable<FormSettings['challenge']>;
