import { SETTING_NAMES } from '../contract/form-settings.ts';
import { JSON_TYPE } from '../contract/operation.ts';
import { OPERATIONS } from '../contract/operations.ts';
import { SCHEMAS } from '../contract/schemas.ts';
import { ServiceError } from '../contract/service-error.ts';
import { toSingleLine } from '../platform/text/clean-text.ts';
import { nearestName } from '../platform/text/nearest-name.ts';

const FIELD = (name: string) => `put it into the form as a field named \`${name}\``;
const INBOX = 'the inbox is `email`';
const NAME = 'the name of the form is `alias`';
const URL_MEMBER = 'put the URL into `delivery.webhook.url`';
const KEY = 'send it as the header `Idempotency-Key` (with MCP, as `idempotency_key`)';

/** Members that the contract lacks, and where their values belong. */
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

/** Names that are compared, those with a sentence of their own and in lists, and the longest. */
const MOST = { compared: 20, advised: 3, named: 3, codePoints: 40 };

/** A name that is safe to repeat to its sender: one short line without backticks and markup. */
const show = (name: string) =>
  toSingleLine(name.slice(0, 200), MOST.codePoints)
    .replace(/[`<>&]/g, '')
    .trim();

/** The members of the contract. */
const MEMBERS = Object.keys(SCHEMAS.CreateRouteRequest.properties);

/** All names that a sender may have meant. */
const KNOWN = [...MEMBERS, ...ADVICE.keys()];

const LIST = new Intl.ListFormat('en-GB');

function listed(names: readonly string[]): string {
  const shown = names
    .slice(0, MOST.named)
    .map(show)
    .filter((name) => name !== '')
    .map((name) => `\`${name}\``);
  const more = names.length - shown.length;
  if (more > 0) {
    shown.push(`${more} ${shown.length > 0 ? 'more' : 'unnamed'} member${more === 1 ? '' : 's'}`);
  }
  return `${LIST.format(shown)} ${names.length === 1 ? 'has' : 'have'} no effect here.`;
}

/** What is said of a member that is misspelt, or has its place elsewhere. */
function adviceOn(name: string): string | undefined {
  const meant = ADVICE.has(name) ? name : nearestName(name, KNOWN);
  if (meant === undefined) return undefined;
  const advice = ADVICE.get(meant);
  const noEffect = `\`${show(name)}\` has no effect here`;
  return advice === undefined ? `${noEffect}. Did you mean “${meant}”?` : `${noEffect}; ${advice}.`;
}

/** Names members of a create request without effect, and where they belong; repeats no value. */
export function remarkOnIgnored(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const advised = names
    .slice(0, MOST.compared)
    .map((name) => ({ name, advice: adviceOn(name) }))
    .filter(({ advice }) => advice !== undefined)
    .slice(0, MOST.advised);
  const rest = names.filter((name) => !advised.some((one) => one.name === name));
  return [...advised.map(({ advice }) => advice), ...(rest.length > 0 ? [listed(rest)] : [])].join(
    ' ',
  );
}

/** A request that is accepted as it stands, for an address of one's own. */
const EXAMPLE = JSON.stringify(OPERATIONS.createRoute.body.examples[JSON_TYPE]);

/** The fault of a required member that is absent. Names what was probably sent in its place. */
export function missing(
  code: 'invalid_email' | 'invalid_alias',
  member: 'email' | 'alias',
  extra: readonly string[],
): ServiceError {
  const [called, advice] = member === 'email' ? ['email', INBOX] : ['name', NAME];
  const isMeant = (name: string) => {
    const meant = ADVICE.has(name) ? name : nearestName(name, KNOWN);
    return meant === member || (meant !== undefined && ADVICE.get(meant) === advice);
  };
  const inItsPlace = extra.slice(0, MOST.compared).filter(isMeant);
  const remark = remarkOnIgnored(inItsPlace);
  const message = `The ${called} is missing: send ${EXAMPLE}.${remark ? ` ${remark}` : ''}`;
  return new ServiceError(code, remark ? { did_you_mean: member } : undefined, { message });
}
