import { SETTING_NAMES } from '../contract/form-settings.ts';
import { toSingleLine } from '../platform/text/clean-text.ts';

const FIELD = (name: string) => `put it into the form as a field named \`${name}\``;
const INBOX = 'the inbox is `email`';
const NAME = 'the name of the form is `alias`';
const URL_MEMBER = 'put the URL into `delivery.webhook.url`';
const KEY = 'send it as the header `Idempotency-Key` (with MCP, as `idempotency_key`)';

/** Members that the contract lacks: what clients mean by them, and where that belongs. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  // First, so that those below have their own advice.
  ...SETTING_NAMES.map((name) => [name, `put it under \`settings.${name}\``] as const),
  ['webhook', 'put it under `delivery.webhook`'],
  ['webhook_url', URL_MEMBER],
  ['webhookUrl', URL_MEMBER],
  ['url', URL_MEMBER],
  ['delivery.url', URL_MEMBER],
  ['delivery.webhook_url', URL_MEMBER],
  ['delivery.webhookUrl', URL_MEMBER],
  ['delivery.webhook', 'set `delivery.mode` to `webhook` or `both`'],
  ['mode', 'put it under `delivery.mode`'],
  ['name', NAME],
  ['title', NAME],
  ['to', INBOX],
  ['recipient', INBOX],
  ['delivery.email', INBOX],
  ['redirect', FIELD('_redirect')],
  ['_redirect', FIELD('_redirect')],
  ['_next', FIELD('_redirect')],
  ['subject', FIELD('_subject')],
  ['_subject', FIELD('_subject')],
  ['idempotency_key', KEY],
  ['idempotencyKey', KEY],
]);

/** How many members get their own sentence, how many more are listed, and the longest name. */
const MOST = { advised: 3, named: 3, codePoints: 40 };

/** A name that is safe to repeat to its sender: one short line without backticks and markup. */
const show = (name: string) =>
  toSingleLine(name.slice(0, 200), MOST.codePoints)
    .replace(/[`<>&]/g, '')
    .trim();

function listed(names: readonly string[]): string {
  const shown = names
    .slice(0, MOST.named)
    .map(show)
    .filter((name) => name !== '');
  const more = names.length - shown.length;
  const others = `${more} ${shown.length > 0 ? 'more' : 'unnamed'} member${more === 1 ? '' : 's'}`;
  const parts = [...shown.map((name) => `\`${name}\``), ...(more > 0 ? [others] : [])];
  const last = parts.pop() ?? '';
  const subject = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
  return `${subject} ${names.length === 1 ? 'has' : 'have'} no effect here.`;
}

/** Says which members of a create request have no effect, and where they belong; holds no value. */
export function remarkOnIgnored(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const advised = names.filter((name) => ADVICE.has(name)).slice(0, MOST.advised);
  const rest = names.filter((name) => !advised.includes(name));
  const sentences = advised.map((name) => `\`${name}\` has no effect here; ${ADVICE.get(name)}.`);
  return [...sentences, ...(rest.length > 0 ? [listed(rest)] : [])].join(' ');
}
