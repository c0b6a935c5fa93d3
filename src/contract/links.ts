import { INBOX_PATH, MCP_PATH, OPERATIONS, START_PATH } from './operations.ts';
import { isLoopback } from '../platform/text/host-name.ts';
import type { FormId } from './form-id.ts';

/** Every URL that the service gives out. */
export interface Links {
  base(): string;
  /** Whether the service is at an address of this machine. */
  isLocal(): boolean;
  endpoint(formId: FormId): string;
  status(formId: FormId): string;
  verification(token: string): string;
  stop(token: string): string;
  restart(token: string): string;
  approve(token: string): string;
  refuse(token: string): string;
  /** The page of a change of settings that waits. */
  change(token: string): string;
  /** The page that limits a form to one website. */
  origin(token: string): string;
  /** The page that makes a form ask for challenges. */
  spam(token: string): string;
  /** The page that lets a form mark less. */
  notSpam(token: string): string;
  /** The page that hands a form over to another inbox. */
  handOver(token: string): string;
  /** The page that asks an inbox whether it wants copies. */
  copy(token: string): string;
  /** The page that ends the copies of an inbox. */
  stopCopy(token: string): string;
  /** The page that ends the notices of a form's silence. */
  quiet(token: string): string;
  /** The page that stops all automatic replies to an address. */
  answers(token: string): string;
  settings(formId: FormId): string;
  /** Where a browser goes after a submission that a script sent. */
  thanks(): string;
  openApi(): string;
  mcp(): string;
  /** The page where a person creates a form. */
  start(): string;
  /** Where a person gets the code of a form: at /start, or as text where that is switched off. */
  code(formId: FormId): string;
  /**
   * The page where an owner manages the forms of an inbox. A token is in the fragment, which browsers
   * send to nobody.
   */
  inbox(token?: string): string;
}

/**
 * Builds links on the configured base only: request headers could name a host of a stranger. The base is a
 * function, because a free port is known only once the service listens.
 */
export function createLinks(publicUrl: () => string, startPage = true): Links {
  const forRoute = (path: string, formId: FormId) => publicUrl() + path.replace('{formId}', formId);
  const withToken = (path: string, token: string) =>
    `${publicUrl()}${path}?token=${encodeURIComponent(token)}`;
  return {
    base: publicUrl,
    isLocal: () => isLoopback(new URL(publicUrl()).hostname),
    endpoint: (formId) => forRoute(OPERATIONS.submitForm.path, formId),
    status: (formId) => forRoute(OPERATIONS.getRoute.path, formId),
    verification: (token) => withToken(OPERATIONS.showVerification.path, token),
    stop: (token) => withToken(OPERATIONS.showStop.path, token),
    restart: (token) => withToken(OPERATIONS.showRestart.path, token),
    approve: (token) => withToken(OPERATIONS.showApproval.path, token),
    refuse: (token) => withToken(OPERATIONS.showRefusal.path, token),
    change: (token) => withToken(OPERATIONS.showChange.path, token),
    origin: (token) => withToken(OPERATIONS.showOrigin.path, token),
    spam: (token) => withToken(OPERATIONS.showSpam.path, token),
    notSpam: (token) => withToken(OPERATIONS.showNotSpam.path, token),
    handOver: (token) => withToken(OPERATIONS.showHandOver.path, token),
    copy: (token) => withToken(OPERATIONS.showCopy.path, token),
    stopCopy: (token) => withToken(OPERATIONS.showCopyStop.path, token),
    quiet: (token) => withToken(OPERATIONS.showQuiet.path, token),
    answers: (token) => withToken(OPERATIONS.showAnswers.path, token),
    settings: (formId) => forRoute(OPERATIONS.getSettings.path, formId),
    thanks: () => publicUrl() + OPERATIONS.showThanks.path,
    openApi: () => publicUrl() + OPERATIONS.getOpenApi.path,
    mcp: () => publicUrl() + MCP_PATH,
    start: () => publicUrl() + START_PATH,
    code: (formId) =>
      startPage
        ? `${publicUrl()}${START_PATH}#form=${formId}`
        : `${forRoute(OPERATIONS.getRouteInstall.path, formId)}?raw=1`,
    inbox: (token) => publicUrl() + INBOX_PATH + (token === undefined ? '' : `#token=${token}`),
  };
}
