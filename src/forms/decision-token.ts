import {
  decisionOf,
  type DECISIONS,
  type DecisionName,
  type FactKind,
} from '../contract/decisions.ts';
import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import { keyedHash, secretsEqual, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { parseFormId, type FormId } from '../contract/names.ts';
import type { Links } from '../platform/links.ts';

interface Values {
  form: FormId;
  hash: KeyedHash;
  id: string;
  text: string;
  time: number;
  'time?': number | undefined;
  words: readonly string[];
}

/** The spelling of each kind of fact, without a dot. Trust a value only if the signature holds. */
const CODECS: {
  [Kind in FactKind]: { write(value: Values[Kind]): string; read(text: string): Values[Kind] };
} = {
  form: { write: (id) => id, read: expectFormId },
  hash: { write: (hash) => hash, read: (text) => text as KeyedHash },
  id: { write: (id) => id, read: (text) => text },
  text: {
    write: (text) => Buffer.from(text).toString('base64url'),
    read: (text) => Buffer.from(text, 'base64url').toString(),
  },
  time: { write: (time) => time.toString(36), read: (text) => Number.parseInt(text, 36) },
  'time?': {
    write: (time) => time?.toString(36) ?? '-',
    read: (text) => (text === '-' ? undefined : Number.parseInt(text, 36)),
  },
  words: { write: (words) => words.join('-'), read: (text) => text.split('-') },
};

type Rows = typeof DECISIONS;

type ValueOf<Kind> = Kind extends FactKind
  ? Values[Kind]
  : Kind extends readonly (infer Word)[]
    ? Word
    : never;

/** The facts that the token of a decision proves. */
export type FactsOf<Name extends DecisionName> = {
  [Fact in keyof Rows[Name]['facts']]: ValueOf<Rows[Name]['facts'][Fact]>;
};

/** The owner that a token is made for: it ends when the form has another owner. */
type BoundTo<Name extends DecisionName> = Rows[Name]['by'] extends 'owner'
  ? [owner: KeyedHash]
  : [];

/** Throws `verification_token_required` or `verification_token_invalid`. */
function expectToken(token: unknown): string {
  if (token === undefined || token === '') throw new ServiceError('verification_token_required');
  if (typeof token !== 'string' || token.length > LIMITS.tokenCharacters) throw invalid();
  return token.trim();
}

const invalid = () => new ServiceError('verification_token_invalid');

function expectFormId(text: string): FormId {
  const formId = parseFormId(text);
  if (!formId) throw invalid();
  return formId;
}

const sign = (keyring: Keyring, name: DecisionName, parts: readonly string[], owner = '') =>
  keyedHash(keyring, 'owner-link', decisionOf(name).purpose ?? name, owner, ...parts);

const codecOf = (kind: FactKind | readonly string[]) =>
  (typeof kind === 'string' ? CODECS[kind] : CODECS.id) as (typeof CODECS)['id'];

/** `<fact>.<fact>.<keyed hash>`: proof that somebody read a mail. An expiry is one of the facts. */
export function decisionToken<Name extends DecisionName>(
  keyring: Keyring,
  name: Name,
  facts: FactsOf<Name>,
  ...[owner]: BoundTo<Name>
): string {
  const values: Readonly<Record<string, unknown>> = facts;
  const parts = Object.entries(decisionOf(name).facts).map(([fact, kind]) =>
    codecOf(kind).write(values[fact] as string),
  );
  return [...parts, sign(keyring, name, parts, owner)].join('.');
}

/** A token that was read. `check` throws `verification_token_invalid` without its signature. */
export interface OpenedToken<Name extends DecisionName> {
  facts: FactsOf<Name>;
  /** The text that was read. */
  token: string;
  check(owner?: KeyedHash): void;
}

/** Throws `verification_token_required` or `verification_token_invalid`. */
export function openDecision<Name extends DecisionName>(
  keyring: Keyring,
  name: Name,
  token: unknown,
): OpenedToken<Name> {
  const text = expectToken(token);
  const parts = text.split('.');
  const signature = parts.pop() ?? '';
  const kinds = Object.entries(decisionOf(name).facts);
  if (parts.length !== kinds.length) throw invalid();
  const facts = kinds.map(([fact, kind], at) => [fact, codecOf(kind).read(parts[at] ?? '')]);
  return {
    facts: Object.fromEntries(facts) as FactsOf<Name>,
    token: text,
    check(owner) {
      if (!secretsEqual(signature, sign(keyring, name, parts, owner))) throw invalid();
    },
  };
}

/** The URL of a decision's page. */
export const decisionLink = <Name extends DecisionName>(
  { keyring, links }: { keyring: Keyring; links: Pick<Links, 'decision'> },
  name: Name,
  facts: FactsOf<Name>,
  ...owner: BoundTo<Name>
): string => links.decision(name, decisionToken(keyring, name, facts, ...owner));
