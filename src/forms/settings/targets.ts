import {
  TARGET_TEXTS,
  targetType,
  type FormTarget,
  type TargetText,
} from '../../contract/channels.ts';
import type { Shape } from '../../contract/channels/channel.ts';
import { LIMITS } from '../../contract/limits.ts';
import { disclose, isOutside } from '../../delivery/channels/channels.ts';
import { keyOf, toTarget } from '../../delivery/channels/places.ts';
import { parseWebhookUrl } from '../../delivery/channels/webhook.ts';
import { isMark, NOTHING_BEHIND } from './masks.ts';
import { below, type Fault } from './schema-faults.ts';
import type { Beside, Fitting, SettingRules } from './setting-rules.ts';

/** What only signed targets have. */
const SIGNED = ['rotate_secret', 'secret'];

function* faultsOfMembers(target: FormTarget, path: string): Generator<Fault> {
  const { members, isSigned } = targetType(target.type);
  for (const [name, { isOptional, shape }] of Object.entries(members)) {
    const text = target[name as TargetText];
    if (text === undefined) {
      if (!isOptional) yield { path: below(path, name), message: 'It is missing.' };
    } else if (shape && !shape.like.test(text)) {
      yield { path: below(path, name), message: shape.message };
    }
  }
  const known = new Set(['type', ...Object.keys(members), ...(isSigned ? SIGNED : [])]);
  for (const name of Object.keys(target).filter((each) => !known.has(each))) {
    yield {
      path: below(path, name),
      message: `A target of the type ${target.type} has no such member.`,
    };
  }
}

const isAmong = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known));

const faultOfPath = ({ pathname, search }: URL, shape: Shape | undefined): string | undefined =>
  !shape || shape.like.test(pathname + search) ? undefined : shape.message;

function faultOfUrl(
  type: FormTarget['type'],
  url: string,
  { service }: Beside,
): string | undefined {
  const parsed = URL.parse(parseWebhookUrl(url, service.ownHost) ?? '');
  if (!parsed) {
    return 'It must be an https:// URL with a public host name, like hooks.example.com, and not of this service.';
  }
  const { hosts, path, elsewhere } = targetType(type);
  if (!hosts) return faultOfPath(parsed, path);
  if (service.targetHosts.includes(parsed.hostname)) return faultOfPath(parsed, elsewhere);
  if (isAmong(parsed.host, hosts)) return faultOfPath(parsed, path);
  const names = hosts.map((host) => (host.startsWith('.') ? `*${host}` : host)).join(', ');
  return `It must lead to ${names}, or to a host that the operator of this service allows.`;
}

/** The signing secret that a webhook of this form has now. */
function secretOf(key: string, { form }: Beside): string | undefined {
  const own = form?.targets.find((target) => isOutside(target) && keyOf(target) === key);
  if (own?.channel === 'webhook') return own.config.secret;
  return form?.targetStates?.find((state) => state.key === key)?.secret;
}

function* faultsOfTarget(target: FormTarget, path: string, beside: Beside): Generator<Fault> {
  const marked = TARGET_TEXTS.filter((name) => isMark(target[name]));
  if (marked.length > 0) {
    yield* marked.map((name) => ({ path: below(path, name), message: NOTHING_BEHIND }));
    return;
  }
  yield* faultsOfMembers(target, path);
  const { type, url } = target;
  const ofUrl = url === undefined ? undefined : faultOfUrl(type, url, beside);
  if (ofUrl !== undefined) yield { path: below(path, 'url'), message: ofUrl };
}

const SAME = 'The list has this place already.';
const FOREIGN_SECRET = 'It is not the secret of this webhook. Leave it out: the service makes it.';
const FULL = `The webhook that the form was made with is one of its ${LIMITS.targets} targets: list at most ${LIMITS.targets - 1} others.`;

/** Faults of the places of a form: the members of each type, where it may lead, and twins. */
function* faultsOfTargets(
  targets: Fitting<readonly FormTarget[]>,
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
const normaliseTargets = (targets: readonly FormTarget[]): FormTarget[] =>
  targets.map((target) => {
    const { type, url, rotate_secret } = target;
    const texts = TARGET_TEXTS.filter((name) => target[name] !== undefined);
    return {
      type,
      ...Object.fromEntries(texts.map((name) => [name, target[name]])),
      ...(url !== undefined && { url: parseWebhookUrl(url, '') ?? url }),
      ...(rotate_secret && { rotate_secret }),
    };
  });

/** Whether a list leads to a place that the other one does not. */
function leadsFurther(
  before: readonly FormTarget[] = [],
  after: readonly FormTarget[] = [],
): boolean {
  const known = new Set(before.map((target) => keyOf(toTarget(target))));
  return after.some((target) => !known.has(keyOf(toTarget(target))));
}

/** A place in one line, as its owner sees it before agreeing: without what is secret in it. */
function describeTarget(target: FormTarget): string {
  const { type, url } = target;
  const address = disclose([toTarget(target)]).map((destination) => destination.address);
  const texts = new Set([targetType(type).name, url, ...address]);
  return Array.from(texts)
    .filter((text) => text !== undefined && text !== '')
    .join(' ');
}

export const TARGETS = {
  faults: faultsOfTargets,
  normalise: normaliseTargets,
  widens: leadsFurther,
  describe: (targets) => targets.map(describeTarget),
} as const satisfies SettingRules<'targets'>;
