import {
  TARGET_TEXTS,
  targetType,
  type FormTarget,
  type TargetText,
} from '../../contract/channels.ts';
import type { Shape } from '../../contract/channels/channel.ts';
import type { FormSettings } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import { disclose, isOutside, type Targets } from '../targets/channels.ts';
import { keyOf, toTarget } from '../targets/places.ts';
import { parseWebhookUrl } from '../targets/webhook.ts';
import { faultsAt, type ReportFault } from './schema-faults.ts';
import { withSetting, type RuleContext, type Fitting, type SettingRules } from './setting-rules.ts';

const keyIn = (target: FormTarget): string => keyOf(toTarget(target));

/** Members that only signed targets have. */
const SIGNED = ['rotate_secret', 'secret'];

function judgeMembers(target: FormTarget, report: ReportFault): void {
  const { members, isSigned } = targetType(target.type);
  for (const [name, { isOptional, shape }] of Object.entries(members)) {
    const text = target[name as TargetText];
    if (text === undefined && !isOptional) report('It is missing.', name);
    if (text !== undefined && shape && !shape.like.test(text)) report(shape.message, name);
  }
  const known = new Set(['type', ...Object.keys(members), ...(isSigned ? SIGNED : [])]);
  for (const name of Object.keys(target).filter((each) => !known.has(each))) {
    report(`A target of the type ${target.type} has no such member.`, name);
  }
}

const isAmong = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known));

const faultOfPath = ({ pathname, search }: URL, shape: Shape | undefined): string | undefined =>
  !shape || shape.like.test(pathname + search) ? undefined : shape.message;

function faultOfUrl(
  type: FormTarget['type'],
  url: string,
  { limits }: RuleContext,
): string | undefined {
  const parsed = URL.parse(parseWebhookUrl(url, limits.ownHost) ?? '');
  if (!parsed) {
    return 'It must be an https:// URL with a public host name, like hooks.example.com, and not of this limits.';
  }
  const { hosts, path, elsewhere } = targetType(type);
  if (!hosts) return faultOfPath(parsed, path);
  if (limits.targetHosts.includes(parsed.hostname)) return faultOfPath(parsed, elsewhere);
  if (isAmong(parsed.host, hosts)) return faultOfPath(parsed, path);
  const names = hosts.map((host) => (host.startsWith('.') ? `*${host}` : host)).join(', ');
  return `It must lead to ${names}, or to a host that the operator of this service allows.`;
}

/** The signing secret that a webhook of this form has now. */
function secretOf(key: string, { form }: RuleContext): string | undefined {
  const own = form?.targets.find((target) => isOutside(target) && keyOf(target) === key);
  if (own?.channel === 'webhook') return own.config.secret;
  return form?.targetStates?.find((state) => state.key === key)?.secret;
}

const SAME = 'The list has this place already.';
const FOREIGN_SECRET = 'It is not the secret of this webhook. Leave it out: the service makes it.';
const FULL = `The webhook that the form was made with is one of its ${LIMITS.targets} targets: list at most ${LIMITS.targets - 1} others.`;

/** Faults of targets: members, URLs, and repeated targets. */
function judgeTargets(
  targets: Fitting<readonly FormTarget[]>,
  report: ReportFault,
  context: RuleContext,
): void {
  const { targets: ofDelivery = [] } = context.form ?? {};
  const own = ofDelivery.flatMap((target) => (isOutside(target) ? [keyOf(target)] : []));
  const keys = new Set<string>();
  for (const [at, target] of targets.entries()) {
    if (target === undefined) continue;
    const faults = faultsAt('', (note) => {
      judgeMembers(target, note);
      if (target.url !== undefined) note(faultOfUrl(target.type, target.url, context), 'url');
    });
    for (const { path, message } of faults) report(message, at, path.slice(1));
    if (faults.length > 0) continue;
    const [normal = target] = normaliseTargets([target]);
    const key = keyIn(normal);
    if (keys.has(key)) report(SAME, at);
    keys.add(key);
    if (target.secret !== undefined && target.secret !== secretOf(key, context)) {
      report(FOREIGN_SECRET, at, 'secret');
    }
  }
  const missing = own.filter((key) => !keys.has(key)).length;
  if (targets.length <= LIMITS.targets && targets.length + missing > LIMITS.targets) report(FULL);
}

/** Targets as they are stored and compared, without secrets. */
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

/** True if a list has a target that the other list does not have. */
function leadsFurther(
  before: readonly FormTarget[] = [],
  after: readonly FormTarget[] = [],
): boolean {
  const known = new Set(before.map((target) => keyIn(target)));
  return after.some((target) => !known.has(keyIn(target)));
}

/** A target in one line without its secrets, as the owner sees it before agreeing. */
function describeTarget(target: FormTarget): string {
  const { type, url } = target;
  const address = disclose([toTarget(target)]).map((destination) => destination.address);
  const texts = new Set([targetType(type).name, url, ...address]);
  return Array.from(texts)
    .filter((text) => text !== undefined && text !== '')
    .join(' ');
}

export const TARGETS = {
  judge: judgeTargets,
  normalise: normaliseTargets,
  widens: leadsFurther,
  describe: (targets) => targets.map(describeTarget),
} as const satisfies SettingRules<'targets'>;

/** Orders of a request about targets, which it names by their keys. */
export interface TargetOrders {
  /** All listed targets; those that were switched off are switched on. */
  listed: readonly string[];
  /** Targets that get a new secret. */
  rotate: readonly string[];
}

export const NO_ORDERS: TargetOrders = { listed: [], rotate: [] };

/** The settings as they are stored, without the target of the creation, and the orders in them. */
export function takeOrders(
  settings: FormSettings,
  delivery: Targets,
): { settings: FormSettings; orders: TargetOrders } {
  const { targets = [] } = settings;
  if (targets.length === 0) return { settings, orders: NO_ORDERS };
  const own = new Set(delivery.filter(isOutside).map(keyOf));
  const kept = targets
    .filter((target) => !own.has(keyIn(target)))
    .map(({ rotate_secret: _order, ...target }) => target);
  return {
    settings: withSetting(settings, 'targets', kept.length > 0 ? kept : undefined),
    orders: {
      listed: targets.map(keyIn),
      rotate: targets.filter(({ rotate_secret }) => rotate_secret).map(keyIn),
    },
  };
}

/** The settings as readers see them: with the target of the creation, and new secrets. */
export function showTargets(
  settings: FormSettings,
  delivery: Targets,
  secrets: ReadonlyMap<string, string> = new Map(),
): FormSettings {
  const own = delivery.flatMap((target): FormTarget[] =>
    target.channel === 'webhook' ? [{ type: 'webhook', url: target.config.url }] : [],
  );
  const { targets = [] } = settings;
  if (own.length + targets.length === 0) return settings;
  const shown = [...own, ...targets].map((target) => {
    const secret = secrets.get(keyIn(target));
    return secret === undefined ? target : { ...target, secret };
  });
  return withSetting(settings, 'targets', shown);
}
