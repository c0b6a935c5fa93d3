import { TARGET_NAMES, type FormTarget } from '../../contract/form-targets.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { OutsideChannelName } from '../../contract/enums.ts';
import { isOutside, type Targets } from '../../delivery/channels/channels.ts';
import { CHAT_HOSTS } from '../../delivery/channels/chats.ts';
import { keyOf, toTarget, type TargetState } from '../../delivery/channels/places.ts';
import { parseWebhookUrl } from '../../delivery/channels/webhook.ts';
import { isMark, NOTHING_BEHIND } from './masks.ts';
import { below, type Fault } from './schema-faults.ts';

/** What targets are checked against. */
interface Beside {
  service: { ownHost: string; targetHosts: readonly string[] };
  form: { targets: Targets; targetStates?: readonly TargetState[] | undefined } | undefined;
}

type Member = Exclude<keyof FormTarget, 'type'>;

/** The members that each type needs, and those that it may have too. */
const MEMBERS: Readonly<
  Record<OutsideChannelName, { needs: readonly Member[]; may: readonly Member[] }>
> = {
  webhook: { needs: ['url'], may: ['rotate_secret', 'secret'] },
  slack: { needs: ['url'], may: [] },
  discord: { needs: ['url'], may: [] },
  teams: { needs: ['url'], may: [] },
  telegram: { needs: ['token', 'chat_id'], may: ['url'] },
  ntfy: { needs: ['url'], may: ['token'] },
};

/** What the texts of a service look like, and what to say where one does not. */
const SHAPES: Partial<
  Record<OutsideChannelName, Partial<Record<Member, { like: RegExp; message: string }>>>
> = {
  telegram: {
    token: {
      like: /^\d{3,20}:[A-Za-z0-9_-]{20,100}$/,
      message: 'It must be the token of a bot, like 110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw.',
    },
    chat_id: {
      like: /^(?:-?\d{1,20}|@[A-Za-z]\w{3,31})$/,
      message: 'It must be the number of a chat as text, or the @name of a channel.',
    },
  },
  ntfy: {
    token: {
      like: /^[\x21-\x7e]{1,200}$/,
      message: 'It must have up to 200 visible characters of ASCII.',
    },
  },
};

/** The paths that each service gives out; those of other hosts are theirs. */
const PATHS: Partial<Record<OutsideChannelName, { like: RegExp; message: string }>> = {
  slack: {
    like: /^\/services\/[^?]+$/,
    message: 'It must be like https://hooks.slack.com/services/….',
  },
  discord: {
    like: /^\/api\/(?:v\d{1,3}\/)?webhooks\/\d+\/[\w-]+$/,
    message: 'It must be like https://discord.com/api/webhooks/NUMBER/TOKEN.',
  },
};

const NTFY_TOPIC = /^https:\/\/[^/?]+\/[-_A-Za-z0-9]{1,64}$/;

function* faultsOfMembers(target: FormTarget, path: string): Generator<Fault> {
  const { needs, may } = MEMBERS[target.type];
  for (const name of needs) {
    if (target[name] === undefined) yield { path: below(path, name), message: 'It is missing.' };
  }
  const names = Object.keys(target).filter((name) => name !== 'type') as Member[];
  for (const name of names.filter((each) => !needs.includes(each) && !may.includes(each))) {
    yield {
      path: below(path, name),
      message: `A target of the type ${target.type} has no such member.`,
    };
  }
  for (const [name, { like, message }] of Object.entries(SHAPES[target.type] ?? {})) {
    const text = target[name as Member];
    if (typeof text === 'string' && !like.test(text)) yield { path: below(path, name), message };
  }
}

const isAmong = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known));

function faultOfUrl({ type, url = '' }: FormTarget, { service }: Beside): string | undefined {
  const parsed = URL.parse(parseWebhookUrl(url, service.ownHost) ?? '');
  if (!parsed) {
    return 'It must be an https:// URL with a public host name, like hooks.example.com, and not of this service.';
  }
  if (type === 'ntfy') {
    const message = 'It must be like https://ntfy.sh/TOPIC: a server and the name of a topic.';
    return NTFY_TOPIC.test(parsed.href) ? undefined : message;
  }
  const known = type === 'webhook' ? undefined : CHAT_HOSTS[type];
  if (!known || service.targetHosts.includes(parsed.hostname)) {
    const isBase = type !== 'telegram' || (parsed.pathname === '/' && parsed.search === '');
    return isBase
      ? undefined
      : 'It must be the root of a Bot API server, like https://bots.example.com/.';
  }
  if (!isAmong(parsed.host, known)) {
    const hosts = known.map((host) => (host.startsWith('.') ? `*${host}` : host)).join(', ');
    return `It must lead to ${hosts}, or to a host that the operator of this service allows.`;
  }
  const { like = /^/, message } = PATHS[type] ?? {};
  return like.test(parsed.pathname) ? undefined : message;
}

/** The signing secret that a webhook of this form has now. */
function secretOf(key: string, { form }: Beside): string | undefined {
  const own = form?.targets.find((target) => isOutside(target) && keyOf(target) === key);
  if (own?.channel === 'webhook') return own.config.secret;
  return form?.targetStates?.find((state) => state.key === key)?.secret;
}

function* faultsOfTarget(target: FormTarget, path: string, beside: Beside): Generator<Fault> {
  const marked = (['url', 'token'] as const).filter((name) => isMark(target[name]));
  if (marked.length > 0) {
    yield* marked.map((name) => ({ path: below(path, name), message: NOTHING_BEHIND }));
    return;
  }
  yield* faultsOfMembers(target, path);
  const url = MEMBERS[target.type].needs.includes('url') || target.type === 'telegram';
  const ofUrl = url && target.url !== undefined ? faultOfUrl(target, beside) : undefined;
  if (ofUrl !== undefined) yield { path: below(path, 'url'), message: ofUrl };
}

const SAME = 'The list has this place already.';
const FOREIGN_SECRET = 'It is not the secret of this webhook. Leave it out: the service makes it.';
const FULL = `The webhook that the form was made with is one of its ${LIMITS.targets} targets: list at most ${LIMITS.targets - 1} others.`;

/** Faults of the places of a form: the members of each type, where it may lead, and twins. */
export function* faultsOfTargets(
  targets: readonly (FormTarget | undefined)[],
  path: string,
  beside: Beside,
): Generator<Fault> {
  const { targets: ofDelivery = [] } = beside.form ?? {};
  const own = ofDelivery.flatMap((target) => (isOutside(target) ? [keyOf(target)] : []));
  const keys = new Set<string>();
  for (const [at, target] of targets.entries()) {
    if (target === undefined) continue;
    const place = below(path, at);
    const faults = Array.from(faultsOfTarget(target, place, beside));
    yield* faults;
    if (faults.length > 0) continue;
    const [normal = target] = normaliseTargets([target]);
    const key = keyOf(toTarget(normal));
    if (keys.has(key)) yield { path: place, message: SAME };
    keys.add(key);
    if (target.secret !== undefined && target.secret !== secretOf(key, beside)) {
      yield { path: below(place, 'secret'), message: FOREIGN_SECRET };
    }
  }
  const missing = own.filter((key) => !keys.has(key)).length;
  if (targets.length <= LIMITS.targets && targets.length + missing > LIMITS.targets) {
    yield { path, message: FULL };
  }
}

/** Targets as they are stored and compared; a secret is no part of them. */
export const normaliseTargets = (targets: readonly FormTarget[]): FormTarget[] =>
  targets.map(({ type, url, token, chat_id, rotate_secret }) => ({
    type,
    ...(url !== undefined && { url: parseWebhookUrl(url, '') ?? url }),
    ...(token !== undefined && { token }),
    ...(chat_id !== undefined && { chat_id }),
    ...(rotate_secret && { rotate_secret }),
  }));

/** Whether a list leads to a place that the other one does not. */
export function leadsFurther(
  before: readonly FormTarget[] = [],
  after: readonly FormTarget[] = [],
): boolean {
  const known = new Set(before.map((target) => keyOf(toTarget(target))));
  return after.some((target) => !known.has(keyOf(toTarget(target))));
}

/** A place in one line, as its owner sees it before agreeing: without what is secret in it. */
export function describeTarget(target: FormTarget): string {
  const { type, url, token, chat_id } = target;
  const bot =
    type === 'telegram' ? `${chat_id ?? ''} (bot ${(token ?? '').split(':')[0] ?? ''})` : '';
  return [TARGET_NAMES[type], url, bot]
    .filter((text) => text !== undefined && text !== '')
    .join(' ');
}
