import type { FormId } from '../../contract/names.ts';
import { TARGET_TEXTS, targetType, type FormTarget } from '../../contract/channels.ts';
import type { FormSettings } from '../../contract/form-settings.ts';
import type { Targets } from '../targets/channels.ts';
import { parseWebhookUrl } from '../targets/webhook.ts';
import { keyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { isObject } from '../../platform/text/json.ts';
import { addressIn, withAddress } from './copies.ts';
import { showTargets } from './targets.ts';

/** Who reads or changes settings. The holder of the token sees no secret that the owner has set. */
export type Viewer = 'owner' | 'token';

/** The settings of a form, and the codes of values that the holder of its token does not see. */
interface Form {
  formId: FormId;
  targets: Targets;
  settings: FormSettings;
  proposal?: { settings: FormSettings } | undefined;
  hidden?: readonly string[] | undefined;
}

/** A code for each value of a form, which does not reveal the value. */
type CodeOf = (value: string) => string;

/** Hashes each value once: a request may have a thousand marks to compare. */
function codesOf(keyring: Keyring, { formId }: Form): CodeOf {
  const known = new Map<string, string>();
  return (value) => {
    const code =
      known.get(value) ??
      keyedHash(keyring, 'owner-link', 'hidden-value', formId, value).slice(0, 10);
    known.set(value, code);
    return code;
  };
}

/** Stands for a value that only the owner of the inbox sees; its code names the value. */
const MARK = /^(?:https:\/\/[^/]+\/…)?set:([\w-]{10})$/;

const codeIn = (text: unknown): string | undefined =>
  typeof text === 'string' ? MARK.exec(text)?.[1] : undefined;

export const isMark = (text: unknown): boolean => codeIn(text) !== undefined;

/** The members of a target that let their reader write to it. */
const hiddenMembers = ({ type }: FormTarget) =>
  TARGET_TEXTS.filter((name) => {
    const member = targetType(type).members[name];
    return member && !member.isOpen;
  });

/** The values that marks can stand for: addresses of copies, URLs and tokens of targets. */
const secretsIn = ({ copies = [], targets = [] }: FormSettings): string[] => [
  ...copies.map(addressIn),
  ...targets.flatMap((target) => hiddenMembers(target).flatMap((name) => target[name] ?? [])),
];

/** The settings that hold and those that wait, as their readers see them. */
const documentsOf = ({ settings, proposal, targets }: Form): FormSettings[] =>
  [settings, ...(proposal ? [proposal.settings] : [])].map((document) =>
    showTargets(document, targets),
  );

/** Masks for the holder of the token; the owner sees everything. */
export function masksFor(keyring: Keyring, form: Form, viewer: Viewer) {
  const hidden = new Set(viewer === 'token' ? form.hidden : []);
  const codeOf = codesOf(keyring, form);
  /** The value, or its mark if it is hidden, after the part that may be seen. */
  const value = (text: string, seen = ''): string => {
    const code = hidden.size > 0 ? codeOf(text) : '';
    return hidden.has(code) ? `${seen}set:${code}` : text;
  };
  const maskTarget = (target: FormTarget): FormTarget => {
    const marks = hiddenMembers(target).flatMap((name) => {
      const text = target[name];
      if (text === undefined) return [];
      return [[name, value(text, name === 'url' ? `https://${new URL(text).host}/…` : '')]];
    });
    return { ...target, ...Object.fromEntries(marks) };
  };
  return {
    value: (text: string): string => value(text),
    settings(settings: FormSettings): FormSettings {
      const { copies, targets } = settings;
      if (hidden.size === 0) return settings;
      return {
        ...settings,
        ...(copies && { copies: copies.map((copy) => withAddress(copy, value(addressIn(copy)))) }),
        ...(targets && { targets: targets.map(maskTarget) }),
      };
    },
  };
}

/** A mark holds only with the members it was shown with: no token may go to another target. */
function fits(
  given: Readonly<Record<string, unknown>>,
  known: FormTarget,
  codeOf: CodeOf,
): boolean {
  const { members } = targetType(known.type);
  return (
    given['type'] === known.type &&
    TARGET_TEXTS.every((name) => {
      const [text, stored] = [given[name], known[name]];
      if (isMark(text)) return stored !== undefined && codeIn(text) === codeOf(stored);
      if (members[name]?.isKey) return true;
      const isUrl = name === 'url' && typeof text === 'string';
      return (isUrl ? (parseWebhookUrl(text, '') ?? text) : text) === stored;
    })
  );
}

/**
 * The settings of a request with stored values in place of their marks, and the codes of the marks.
 * A mark without a value stays, and is a fault.
 */
export function revealSettings(
  keyring: Keyring,
  form: Form,
  given: unknown,
): { value: unknown; marks: ReadonlySet<string> } {
  const marks = new Set<string>();
  if (!isObject(given)) return { value: given, marks };
  const codeOf = codesOf(keyring, form);
  const documents = documentsOf(form);
  const isMarked = (text: unknown): boolean => {
    const code = codeIn(text);
    if (code !== undefined) marks.add(code);
    return code !== undefined;
  };
  const addresses = documents.flatMap(({ copies = [] }) => copies.map(addressIn));
  const revealAddress = (text: unknown): unknown =>
    isMarked(text) ? (addresses.find((address) => codeOf(address) === codeIn(text)) ?? text) : text;
  const revealCopy = (copy: unknown): unknown =>
    isObject(copy) ? { ...copy, email: revealAddress(copy['email']) } : revealAddress(copy);
  const places = documents.flatMap(({ targets = [] }) => targets);
  const revealTarget = (target: unknown): unknown => {
    if (!isObject(target)) return target;
    const marked = TARGET_TEXTS.filter((name) => isMarked(target[name]));
    const known = marked.length > 0 && places.find((place) => fits(target, place, codeOf));
    if (!known) return target;
    return { ...target, ...Object.fromEntries(marked.map((name) => [name, known[name]])) };
  };
  const { copies, targets } = given;
  const value = {
    ...given,
    ...(Array.isArray(copies) && { copies: copies.map(revealCopy) }),
    ...(Array.isArray(targets) && { targets: targets.map(revealTarget) }),
  };
  return { value, marks };
}

/** Hides all secrets of a form from the next holder of its token, who has set none. */
export function hideAll<F extends Form>(keyring: Keyring, form: F): F {
  const codes = new Set(documentsOf(form).flatMap(secretsIn).map(codesOf(keyring, form)));
  return { ...form, hidden: Array.from(codes) };
}

/** Who has sent settings, and the codes of the marks in them. */
export interface Sender {
  by: Viewer;
  marks: ReadonlySet<string>;
}

/**
 * The changed form with its hidden values. After a change by the owner: all that the holder of the
 * token has not seen. After one with the token: what was hidden and was not sent in the clear.
 */
export function withHidden<F extends Form>(
  keyring: Keyring,
  before: F,
  after: F,
  sent: FormSettings,
  { by, marks }: Sender,
): F {
  const codeOf = codesOf(keyring, before);
  const codesIn = (documents: readonly FormSettings[]) => documents.flatMap(secretsIn).map(codeOf);
  const earlier = new Set(before.hidden);
  const seen = new Set(
    by === 'owner'
      ? codesIn(documentsOf(before)).filter((code) => !earlier.has(code))
      : codesIn([sent]).filter((code) => !marks.has(code)),
  );
  const mayBeHidden = (code: string) => by === 'owner' || earlier.has(code) || marks.has(code);
  const hidden = codesIn(documentsOf(after)).filter((code) => mayBeHidden(code) && !seen.has(code));
  return { ...after, hidden: hidden.length > 0 ? Array.from(new Set(hidden)) : undefined };
}
