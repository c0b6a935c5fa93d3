import { decisionOf, type DecisionName } from '../contract/decisions.ts';
import { DOCS_PATH, INBOX_PATH, MCP_PATH, OPERATIONS, START_PATH } from '../contract/operations.ts';
import { isLoopback } from './text/host-name.ts';
import type { FormId } from '../contract/names.ts';

/**
 * Every URL that the service gives out, on the configured base: request headers could name any
 * host. The base is a function, because a free port is known only once the service listens.
 */
export function createLinks(publicUrl: () => string, startPage = true) {
  const at = (path: string) => publicUrl() + path;
  const ofForm = (path: string, formId: FormId) => at(path.replace('{formId}', formId));
  /** Every submission asks. */
  let known = { base: '', isLocal: false };
  return {
    base: publicUrl,
    /** True if the service is at an address of this machine. */
    isLocal(): boolean {
      const base = publicUrl();
      if (base !== known.base) known = { base, isLocal: isLoopback(new URL(base).hostname) };
      return known.isLocal;
    },
    endpoint: (formId: FormId) => ofForm(OPERATIONS.submitForm.path, formId),
    status: (formId: FormId) => ofForm(OPERATIONS.getRoute.path, formId),
    settings: (formId: FormId) => ofForm(OPERATIONS.getSettings.path, formId),
    /** The page of a link in a mail that lets its reader decide. */
    decision: (name: DecisionName, token: string) =>
      at(`${decisionOf(name).path}?token=${encodeURIComponent(token)}`),
    /** Where a browser goes after a submission that a script sent. */
    thanks: () => at(OPERATIONS.showThanks.path),
    /** The script for forms on any website. */
    formScript: () => at(OPERATIONS.getFormScript.path),
    openApi: () => at(OPERATIONS.getOpenApi.path),
    docs: () => at(DOCS_PATH),
    mcp: () => at(MCP_PATH),
    /** The page where a person creates a form. */
    start: () => at(START_PATH),
    /** Where a person gets the code of a form: at /start, or as text if that is switched off. */
    code: (formId: FormId) =>
      startPage
        ? at(`${START_PATH}#form=${formId}`)
        : ofForm(`${OPERATIONS.getRouteInstall.path}?raw=1`, formId),
    /**
     * Where an owner manages the forms of an inbox. Browsers never send its fragment, the token.
     */
    inbox: (token?: string) => at(INBOX_PATH + (token === undefined ? '' : `#token=${token}`)),
  };
}

export interface Links extends ReturnType<typeof createLinks> {}
