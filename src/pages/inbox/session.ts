import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../../contract/schemas.ts';
import { ask, Problem, type Answer } from '../api.ts';
import type { KeptDraft } from './setting-values.ts';

/** Names of what the tab keeps; nothing outlives the tab, and there is no cookie. */
const SESSION = 'letterslot-session';
const DRAFT = 'letterslot-draft-';

/** Passes a new session to other tabs of this page, so that they keep what was typed. */
const tabs = new BroadcastChannel(SESSION);

type Kept = Pick<Session, 'session' | 'expires_at'>;

interface SessionState {
  session: Kept | undefined;
  /** True if there was a session and its time is over. */
  ended: boolean;
}

const readItem = (name: string): unknown => JSON.parse(sessionStorage.getItem(name) ?? 'null');

export function keptSession(): Kept | undefined {
  const kept = readItem(SESSION) as Kept | null;
  return kept && Date.now() < Date.parse(kept.expires_at) ? kept : undefined;
}

/** The session of this tab: from its storage, from a mailed link, or from another tab. */
let current: SessionState = { session: keptSession(), ended: false };
let show: (state: SessionState) => void = () => undefined;

function keep(session: Kept | undefined, ended: boolean): void {
  if (session) sessionStorage.setItem(SESSION, JSON.stringify(session));
  else sessionStorage.removeItem(SESSION);
  current = { session, ended };
  show(current);
}

export function useSession(): SessionState {
  const [state, setState] = useState(current);
  useEffect(() => {
    show = setState;
    const take = ({ data }: MessageEvent<Kept>) => {
      if (!current.session) keep(data, false);
    };
    tabs.addEventListener('message', take);
    return () => tabs.removeEventListener('message', take);
  }, []);
  return state;
}

export function beginSession({ session, expires_at }: Session): void {
  const kept = { session, expires_at };
  keep(kept, false);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  tabs.postMessage(kept);
}

/** Forgets the session and everything that was typed. */
export function leaveSession(): void {
  sessionStorage.clear();
  keep(undefined, false);
}

/** Calls an operation with the session; one that the service no longer takes ends. */
export async function askSigned<T>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
  const used = current.session;
  const authorization = `Bearer ${used?.session ?? ''}`;
  const headers = { ...(init.headers as Record<string, string>), authorization };
  return ask<T>(path, { ...init, headers }).catch((problem: unknown) => {
    const { code = '' } = problem instanceof Problem ? problem : {};
    const isOver = /^session_|^management_token_required$/.test(code);
    // A session that began while the call was on its way stays.
    if (isOver && used === current.session) keep(undefined, true);
    throw problem;
  });
}

/** Calls an operation with the session, of whose answer only the body matters. */
export const callSigned = async <T>(path: string, init?: RequestInit): Promise<T> =>
  (await askSigned<T>(path, init)).value;

/** Unsaved drafts, which survive a reload and the end of a session. */
export const drafts = {
  read: (formId: string) => readItem(DRAFT + formId) as KeptDraft | null,
  keep: (formId: string, draft: KeptDraft) =>
    sessionStorage.setItem(DRAFT + formId, JSON.stringify(draft)),
  drop: (formId: string) => sessionStorage.removeItem(DRAFT + formId),
};

/** Takes the token of a mailed link out of the address bar and the history. */
export function takeToken(): string | undefined {
  const [, token] = /^#token=(.+)$/.exec(location.hash) ?? [];
  if (token === undefined) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return token;
}
