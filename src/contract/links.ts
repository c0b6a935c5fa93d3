import { DECISIONS, type DecisionName } from './decisions.ts';
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
  /** The page of a link in a mail that lets its reader decide. */
  decision(name: DecisionName, token: string): string;
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
    decision: (name, token) => withToken(DECISIONS[name].path, token),
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
