import type { FormSettings } from '../contract/form-settings.ts';
import { keyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import {
  maskSettings,
  maskValue,
  revealSettings,
  secretsIn,
  toCode,
  type CodeOf,
} from './settings/masks.ts';
import { showTargets } from './settings/target-orders.ts';
import type { Route } from './route.ts';

/** Who reads or changes settings: the holder of the management token sees no secret that a session has set. */
export type Viewer = 'owner' | 'token';

function codesOf(keyring: Keyring, { formId }: Pick<Route, 'formId'>): CodeOf {
  const known = new Map<string, string>();
  return (value) => {
    const code =
      known.get(value) ?? toCode(keyedHash(keyring, 'owner-link', 'hidden-value', formId, value));
    known.set(value, code);
    return code;
  };
}

const NO_SECRETS: ReadonlyMap<string, string> = new Map();

/** What holds and what waits, as their readers see them. */
const documentsOf = ({ settings, proposal, targets }: Route): FormSettings[] =>
  [settings, ...(proposal ? [proposal.settings] : [])].map((document) =>
    showTargets(document, targets, NO_SECRETS),
  );

/** Masks for the holder of the token; the owner sees everything. */
export function masksFor(keyring: Keyring, route: Route, viewer: Viewer) {
  const codes = new Set(viewer === 'token' ? route.hidden : []);
  const mask =
    codes.size > 0 ? maskValue(codes, codesOf(keyring, route)) : (value: string) => value;
  return {
    value: (value: string): string => mask(value),
    settings: (settings: FormSettings): FormSettings =>
      codes.size > 0 ? maskSettings(settings, mask) : settings,
  };
}

/** The settings of a request about this form with the values behind its marks. */
export const revealFor = (keyring: Keyring, route: Route, given: unknown) =>
  revealSettings(given, documentsOf(route), codesOf(keyring, route));

/** The form, all of whose secrets only the owner sees: the next holder of a token has set none of them. */
export function hideAll(keyring: Keyring, route: Route): Route {
  const codes = new Set(documentsOf(route).flatMap(secretsIn).map(codesOf(keyring, route)));
  return { ...route, hidden: Array.from(codes) };
}

/** Who has sent settings, and the codes of the marks in them. */
export interface Sender {
  by: Viewer;
  marks: ReadonlySet<string>;
}

/**
 * The changed form with what is hidden in it: of the owner, all that the holder of the token has not seen; of that
 * holder, what they have not sent themselves.
 */
export function withHidden(
  keyring: Keyring,
  before: Route,
  after: Route,
  sent: FormSettings,
  { by, marks }: Sender,
): Route {
  const codeOf = codesOf(keyring, before);
  const codesIn = (documents: readonly FormSettings[]) => documents.flatMap(secretsIn).map(codeOf);
  const earlier = new Set(before.hidden);
  const seen = codesIn(by === 'owner' ? documentsOf(before) : [sent]).filter((code) =>
    by === 'owner' ? !earlier.has(code) : !marks.has(code),
  );
  const known = new Set(seen);
  const mayBeHidden = (code: string) => by === 'owner' || earlier.has(code) || marks.has(code);
  const hidden = codesIn(documentsOf(after)).filter(
    (code) => mayBeHidden(code) && !known.has(code),
  );
  const codes = Array.from(new Set(hidden));
  return { ...after, hidden: codes.length > 0 ? codes : undefined };
}
