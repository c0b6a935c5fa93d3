import { decisionOf, type DecisionName } from '../contract/decisions.ts';
import { DOCS_PATH, INBOX_PATH, MCP_PATH, OPERATIONS, START_PATH } from '../contract/operations.ts';
import { isLoopback } from './text/host-name.ts';
import type { FormId } from '../contract/names.ts';

/**
 * Every URL that the service gives out, on the configured base: request headers could name any
 * host. The base is a function, because a free port is known only once the service listens.
 */
export class Links {
  readonly base: () => string;
  readonly #startPage: boolean;
  readonly #mailboxPath: string | undefined;
  /** Every submission asks. */
  #known = { base: '', isLocal: false };

  /** `mailboxPath`: where mail can be read, if this service sends none. */
  constructor(publicUrl: () => string, startPage = true, mailboxPath?: string) {
    this.base = publicUrl;
    this.#startPage = startPage;
    this.#mailboxPath = mailboxPath;
  }

  #at(path: string): string {
    return this.base() + path;
  }

  #ofForm(path: string, formId: FormId): string {
    return this.#at(path.replace('{formId}', formId));
  }

  /** True if the service is at an address of this machine. */
  isLocal(): boolean {
    const base = this.base();
    if (base !== this.#known.base) {
      this.#known = { base, isLocal: isLoopback(new URL(base).hostname) };
    }
    return this.#known.isLocal;
  }

  endpoint(formId: FormId): string {
    return this.#ofForm(OPERATIONS.submitForm.path, formId);
  }

  status(formId: FormId): string {
    return this.#ofForm(OPERATIONS.getRoute.path, formId);
  }

  settings(formId: FormId): string {
    return this.#ofForm(OPERATIONS.getSettings.path, formId);
  }

  /** The page of a link in a mail that lets its reader decide. */
  decision(name: DecisionName, token: string): string {
    return this.#at(`${decisionOf(name).path}?token=${encodeURIComponent(token)}`);
  }

  /** Where a browser goes after a submission that a script sent. */
  thanks(): string {
    return this.#at(OPERATIONS.showThanks.path);
  }

  /** The script for forms on any website. */
  formScript(): string {
    return this.#at(OPERATIONS.getFormScript.path);
  }

  openApi(): string {
    return this.#at(OPERATIONS.getOpenApi.path);
  }

  /** The documentation, or one of its pages. */
  docs(page?: string): string {
    return this.#at(page === undefined ? DOCS_PATH : `${DOCS_PATH}/${page}`);
  }

  mcp(): string {
    return this.#at(MCP_PATH);
  }

  /** The preview mailbox; undefined where mail leaves. */
  mailbox(): string | undefined {
    return this.#mailboxPath === undefined ? undefined : this.#at(this.#mailboxPath);
  }

  /** The page where a person creates a form. */
  start(): string {
    return this.#at(START_PATH);
  }

  /** Where a person gets the code of a form: at /start, or as text if that is switched off. */
  code(formId: FormId): string {
    if (this.#startPage) return this.#at(`${START_PATH}#form=${formId}`);
    return this.#ofForm(`${OPERATIONS.getRouteInstall.path}?raw=1`, formId);
  }

  /** Where an owner manages the forms of an inbox. Browsers never send its fragment, the token. */
  readonly inbox = (token?: string): string =>
    this.#at(INBOX_PATH + (token === undefined ? '' : `#token=${token}`));
}
