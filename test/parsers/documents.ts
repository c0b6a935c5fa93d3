import { LIMITS } from '../../src/contract/limits.ts';
import { parseWebhook } from '../../src/forms/targets/webhook.ts';
import { parseEmailAddress } from '../../src/platform/text/email-address.ts';
import * as inboxRequests from '../../src/consent/decisions/inbox-requests.ts';
import { parseAccessKeyRequest } from '../../src/forms/access-key.ts';
import { parseAccountLookup } from '../../src/forms/list-routes.ts';
import { parseCreateRequest } from '../../src/forms/create-request.ts';
import { parseSettings } from '../../src/forms/settings/parse-settings.ts';
import { WIDEST_LIMITS } from '../../src/forms/settings/setting-rules.ts';
import { fillTemplate, parseLines, parseTemplate } from '../../src/mail/template.ts';
import { readJsonOctets } from '../../src/web/http/read-body.ts';
import { readMessage } from '../../src/web/mcp/read-message.ts';
import { TOOLS } from '../../src/web/mcp/tools.ts';
import { documents, jsonTexts, list, repeat, texts } from './hostile.ts';
import { parser, type Hostile } from './parser.ts';

const READ_BODY = 'readBody, by the limit of its operation';

const json = (text: string) => readJsonOctets(Buffer.from(text));

const parseDocument = (text: string) =>
  parseSettings(json(text).value, {
    path: '',
    text,
    limits: WIDEST_LIMITS,
  });

/** A text for each member of the settings that is read closely. */
const SETTING_TEXTS: readonly ((text: string) => object)[] = [
  (subject) => ({ subject }),
  (redirect) => ({ redirect: `https://${redirect}` }),
  (name) => ({ website: { name, url: `https://site.example/${name}` } }),
  (text) => ({ challenge: 'always', auto_reply: { subject: 'Thanks', text } }),
  (text) => ({
    challenge: 'always',
    website: { name: 'Site', url: 'https://site.example/' },
    auto_reply: { subject: 'Thanks', text: `https://site.example/${text}` },
  }),
  (pattern) => ({ fields: [{ name: 'a', type: 'text', pattern }] }),
  (name) => ({ fields: [{ name, label: name, placeholder: name }] }),
  (min) => ({ fields: [{ name: 'a', type: 'number', min, max: min, step: min }] }),
  (url) => ({ targets: [{ type: 'webhook', url: `https://${url}` }] }),
  (address) => ({ copies: [`a@${address}`] }),
  (type) => ({ files: { types: [type] } }),
];

/** Patterns whose automaton is large, or takes long to make. */
const PATTERNS = [
  '(.*a){40}',
  '(a|b)*a(a|b){12}',
  String.raw`[\p{L}\p{N}\p{P}\p{S}]{100}`,
  '((a{10}){10}){9}',
  '(a?){500}a{500}',
  '(a{0,1000}){0,1000}',
  '((((){2000}){2000}){2000}){2000}',
  String.raw`[\w-()[{&&\_]{900}`,
];

function* settings(size: number): Generator<Hostile<string>> {
  yield* jsonTexts(size);
  for (const make of SETTING_TEXTS) {
    const rest = JSON.stringify(make('')).length;
    for (const octets of [400, (size - rest) / 6]) {
      for (const [name, text] of texts(octets)) {
        const document = JSON.stringify(make(text));
        yield [`${Object.keys(make('')).join()}: ${octets} octets of ${name}`, document];
      }
    }
  }
  for (const [name, text] of texts(700)) {
    yield [`origins: ${name}`, JSON.stringify({ origins: Array(20).fill(`https://${text}`) })];
  }
  for (const pattern of PATTERNS) {
    const fields = Array.from({ length: 100 }, (_, at) => ({ name: `f${at}`, pattern }));
    yield [`100 times ${pattern}`, JSON.stringify({ fields })];
    const others = fields.map((field, at) => ({ ...field, pattern: `${pattern}${at}` }));
    yield [`100 patterns like ${pattern}`, JSON.stringify({ fields: others })];
  }
}

const FORM = { email: 'jo@example.com', alias: 'Contact' };

const REQUESTS = [
  parseAccountLookup,
  parseAccessKeyRequest,
  inboxRequests.parseSessionRequest,
  inboxRequests.parseNamedInbox,
  inboxRequests.parseSessionExchange,
  inboxRequests.parseSessionEnd,
  inboxRequests.parseStopRequest,
  inboxRequests.parseInboxSettings,
];

const MEMBERS = ['name', 'email', 'emails', 'token', 'reason', 'everywhere', 'confirm_new_forms'];

/** Every parser's outcome, an error as what it says. */
const outcomes = <Input>(parsers: readonly ((input: Input) => unknown)[], input: Input) =>
  parsers.map((parse) => {
    try {
      return parse(input);
    } catch (error) {
      if (error instanceof RangeError || error instanceof TypeError) throw error;
      return error instanceof Error ? error.message : error;
    }
  });

export const DOCUMENT_PARSERS = [
  parser({
    name: 'a request that creates a form',
    files: [
      'src/forms/targets/delivery-mode.ts',
      'src/forms/targets/webhook.ts',
      'src/forms/create-request.ts',
      'src/platform/text/json.ts',
      'src/platform/text/strangers-words.ts',
    ],
    most: LIMITS.createBodyBytes,
    boundedBy: READ_BODY,
    *inputs(size) {
      yield* documents(size, ['alias', 'email', 'settings', 'delivery'], FORM);
      for (const [name, text] of texts(300)) {
        yield [`an alias of ${name}`, JSON.stringify({ ...FORM, alias: text })];
        yield [`a domain of ${name}`, JSON.stringify({ ...FORM, email: `a@${text}` })];
      }
      for (const [name, text] of texts(LIMITS.urlCharacters * 3)) {
        const delivery = { mode: 'both', webhook: { url: `https://${text}` } };
        yield [`a webhook of ${name}`, JSON.stringify({ ...FORM, delivery })];
      }
    },
    read(text) {
      const { value } = json(text);
      return parseCreateRequest(value, undefined, { text, limits: WIDEST_LIMITS });
    },
  }),
  parser({
    name: 'the settings of a form',
    files: [
      'src/fields/decimal.ts',
      'src/fields/pattern.ts',
      'src/forms/settings/auto-reply.ts',
      'src/forms/settings/origins.ts',
      'src/forms/settings/parse-settings.ts',
      'src/forms/settings/targets.ts',
      'src/mail/template.ts',
      'src/forms/settings/web-url.ts',
    ],
    most: LIMITS.settingsBytes,
    boundedBy: READ_BODY,
    inputs: settings,
    read: parseDocument,
  }),
  parser({
    name: 'bodies of the other operations',
    files: [
      'src/consent/decisions/inbox-requests.ts',
      'src/forms/access-key.ts',
      'src/forms/list-routes.ts',
    ],
    most: LIMITS.createBodyBytes,
    boundedBy: READ_BODY,
    inputs: (size) => documents(size, MEMBERS),
    read: (text) => outcomes(REQUESTS, json(text).value),
  }),
  parser({
    name: 'a template, an address and the URL of a webhook',
    files: [
      'src/forms/targets/webhook.ts',
      'src/platform/text/email-address.ts',
      'src/mail/template.ts',
    ],
    most: LIMITS.settingsBytes,
    *inputs(size) {
      yield* texts(size);
      yield* texts(500, 'a@');
      yield ['many placeholders', list(size / 8, () => '{a} - : ')];
      yield ['braces', repeat('{{', size)];
    },
    read: (text) =>
      outcomes<string>(
        [
          (source) => {
            const template = parseTemplate(source);
            return 'fault' in template ? template : fillTemplate(template, () => 'x');
          },
          parseLines,
          parseEmailAddress,
          (url) => parseWebhook({ url: `https://${url}` }, 'forms.example'),
        ],
        text,
      ),
  }),
  parser({
    name: 'a message of an MCP client',
    files: ['src/web/mcp/read-message.ts', 'src/web/mcp/tool-calls.ts'],
    most: LIMITS.mcpBodyBytes,
    boundedBy: READ_BODY,
    inputs: (size) =>
      documents(size, ['form_id', 'management_token', 'settings', 'fields', 'echo', 'framework']),
    read(text) {
      const message = readMessage(Buffer.from(text));
      if ('refused' in message) return message;
      return TOOLS.map(({ toCall }) => toCall(Object(message.value) as Record<string, unknown>));
    },
  }),
];
