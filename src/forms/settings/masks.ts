import type { FormSettings } from '../../contract/form-settings.ts';
import { TARGET_TEXTS, targetType, type FormTarget } from '../../contract/channels.ts';
import { isObject } from '../../platform/text/json.ts';
import { parseWebhookUrl } from '../../delivery/channels/webhook.ts';

/** Stands for a value that only the owner of the inbox sees; its code names the value. */
const MARK = /^(?:https:\/\/[^/]+\/…)?set:([\w-]{10})$/;

/** A code for each value of a form, which tells nothing of it. */
export type CodeOf = (value: string) => string;

/** A hash as marks have it. */
export const toCode = (hash: string): string => hash.slice(0, 10);

const codeIn = (text: unknown): string | undefined =>
  typeof text === 'string' ? MARK.exec(text)?.[1] : undefined;

/** What to say of a mark that stands for nothing. */
export const NOTHING_BEHIND =
  'This mark stands for no value that the form has beside the other members. Read the settings again, or send ' +
  'the value itself.';

export const isMark = (text: unknown): boolean => codeIn(text) !== undefined;

/** The members of a target that let their reader write to it. */
const hiddenMembers = ({ type }: Pick<FormTarget, 'type'>) =>
  TARGET_TEXTS.filter((name) => {
    const member = targetType(type).members[name];
    return member && !member.isOpen;
  });

const secretsOf = (target: FormTarget): string[] =>
  hiddenMembers(target).flatMap((name) => target[name] ?? []);

/** The values of settings that marks can stand for: addresses of copies, and what leads to targets. */
export const secretsIn = ({ copies = [], targets = [] }: FormSettings): string[] => [
  ...copies,
  ...targets.flatMap(secretsOf),
];

/** The value, or where it is hidden its mark, after what may be seen of it. */
export const maskValue =
  (hidden: ReadonlySet<string>, codeOf: CodeOf) =>
  (value: string, seen = '') =>
    hidden.has(codeOf(value)) ? `${seen}set:${codeOf(value)}` : value;

/** The settings with marks instead of what is hidden. */
export function maskSettings(
  settings: FormSettings,
  mask: ReturnType<typeof maskValue>,
): FormSettings {
  const { copies, targets } = settings;
  const masked = targets?.map((target): FormTarget => {
    const marks = hiddenMembers(target).flatMap((name) => {
      const value = target[name];
      if (value === undefined) return [];
      const seen = name === 'url' ? `https://${new URL(value).host}/…` : '';
      return [[name, mask(value, seen)] as const];
    });
    return { ...target, ...Object.fromEntries(marks) };
  });
  const addresses = copies?.map((address) => mask(address));
  return {
    ...settings,
    ...(addresses && { copies: addresses }),
    ...(masked && { targets: masked }),
  };
}

type Sent = Readonly<Record<string, unknown>>;

/** A mark holds only beside the other members it was shown with: no token may go to another place. */
function fits(given: Sent, known: FormTarget, codeOf: CodeOf): boolean {
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

/** The settings of a request with stored values instead of their marks. A mark without one stays, and is a fault. */
export function revealSettings(
  given: unknown,
  stored: readonly FormSettings[],
  codeOf: CodeOf,
): { value: unknown; marks: ReadonlySet<string> } {
  const marks = new Set<string>();
  const { copies, targets } = isObject(given) ? given : {};
  const isMarked = (text: unknown): boolean => {
    const code = codeIn(text);
    if (code !== undefined) marks.add(code);
    return code !== undefined;
  };
  const revealAddress = (text: unknown): unknown => {
    if (!isMarked(text)) return text;
    const addresses = stored.flatMap((document) => document.copies ?? []);
    return addresses.find((address) => codeOf(address) === codeIn(text)) ?? text;
  };
  const revealTarget = (target: unknown): unknown => {
    if (!isObject(target)) return target;
    const marked = TARGET_TEXTS.filter((name) => isMarked(target[name]));
    if (marked.length === 0) return target;
    const all = stored.flatMap((document) => document.targets ?? []);
    const known = all.find((each) => fits(target, each, codeOf));
    if (!known) return target;
    return { ...target, ...Object.fromEntries(marked.map((name) => [name, known[name]])) };
  };
  const value = isObject(given) && {
    ...given,
    ...(Array.isArray(copies) && { copies: copies.map(revealAddress) }),
    ...(Array.isArray(targets) && { targets: targets.map(revealTarget) }),
  };
  return { value: value === false ? given : value, marks };
}
