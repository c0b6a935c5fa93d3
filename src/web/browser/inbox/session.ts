import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../../../contract/schemas.ts';
import { call, type Outcome } from '../api.ts';

/** Names of what the tab keeps; nothing outlives the tab, and there is no cookie. */
const SESSION = 'letterslot-session';
const DRAFT = 'letterslot-draft-';

/** Passes a new session on to the other tabs of this page, so that what was typed there is not lost. */
const tabs = new BroadcastChannel(SESSION);

type Kept = Pick<Session, 'session' | 'expires_at'>;

export function keptSession(): Kept | undefined {
  const text = sessionStorage.getItem(SESSION);
  const kept = text === null ? undefined : (JSON.parse(text) as Kept);
  return kept && Date.now() < Date.parse(kept.expires_at) ? kept : undefined;
}

/** What was typed into a form and is not saved, as JSON. */
export const drafts = {
  read: (formId: string): string | null => sessionStorage.getItem(DRAFT + formId),
  keep: (formId: string, draft: string) => sessionStorage.setItem(DRAFT + formId, draft),
  drop: (formId: string) => sessionStorage.removeItem(DRAFT + formId),
};

/** Takes the token of a mailed link out of the address bar and the history. */
export function takeToken(): string | undefined {
  const [, token] = /^#token=(.+)$/.exec(location.hash) ?? [];
  if (token === undefined) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return token;
}

/** Calls an operation with the session. */
export type Request = <T>(path: string, init?: RequestInit) => Promise<Outcome<T>>;

export interface SessionState {
  session: Kept | undefined;
  /** Whether there was a session and its time is over. */
  ended: boolean;
  request: Request;
  begin(session: Session): void;
  /** Forgets the session and everything that was typed. */
  leave(): void;
}

/** The session of this tab: from its storage, from a mailed link, or from another tab. */
export function useSession(): SessionState {
  const [session, setSession] = useState(keptSession);
  const [ended, setEnded] = useState(false);
  const current = useRef(session);
  const keep = (next: Kept | undefined, isOver: boolean) => {
    current.current = next;
    setSession(next);
    setEnded(isOver);
    if (next) sessionStorage.setItem(SESSION, JSON.stringify(next));
    else sessionStorage.removeItem(SESSION);
  };
  useEffect(() => {
    const take = ({ data }: MessageEvent<Kept>) => {
      if (!current.current) keep(data, false);
    };
    tabs.addEventListener('message', take);
    return () => tabs.removeEventListener('message', take);
  }, []);
  const request: Request = async (path, init = {}) => {
    const used = current.current;
    const headers = {
      ...(init.headers as Record<string, string>),
      authorization: `Bearer ${used?.session ?? ''}`,
    };
    const outcome = await call<never>(path, { ...init, headers });
    const isOver =
      !outcome.ok && /^session_|^management_token_required$/.test(outcome.problem.code);
    // A session that began while the call was on its way stays.
    if (isOver && used === current.current) keep(undefined, true);
    return outcome;
  };
  return {
    session,
    ended,
    request,
    begin({ session: bearer, expires_at }) {
      const next = { session: bearer, expires_at };
      keep(next, false);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
      tabs.postMessage(next);
    },
    leave() {
      sessionStorage.clear();
      keep(undefined, false);
    },
  };
}

/** How parts of the page call operations with the session. */
export const RequestContext = createContext<Request | undefined>(undefined);

export function useRequest(): Request {
  const request = useContext(RequestContext);
  if (!request) throw new Error('there is no session around this part');
  return request;
}
