import { fill, type Words } from '../../catalogs/catalog.ts';
import type { DECISIONS, DecisionName } from '../../contract/decisions.ts';
import { decisionOf } from '../../contract/decisions.ts';
import { formNameOf, type FormId } from '../../contract/names.ts';
import { openDecision, type FactsOf } from '../../forms/decision-token.ts';
import type { Counts } from '../../forms/counts/index.ts';
import type { Requester, RouteCopies } from '../../forms/forms-context.ts';
import type { Routes } from '../../forms/index.ts';
import type { Route } from '../../forms/route.ts';
import type { Sessions } from '../../inboxes/inbox-session.ts';
import type { RateLimiter } from '../../inboxes/rate-limit.ts';
import type { NewFormHolds, Refusals } from '../../inboxes/refusals.ts';
import type { InboxVerification } from '../verification/inbox-verification.ts';
import type { VerificationBudgets } from '../verification/verification-budgets.ts';
import type { Context } from '../../platform/context.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import type { OwnerMails } from './owner-mails.ts';

/** A name and its value: a text, lines, a quotation, or a target with its address. */
export type PageFact = readonly [
  name: string,
  value:
    string | { lines: readonly string[] } | { said: string } | { place: string; address: string },
];

export interface Button {
  label: string;
  /** The value that it posts; absent for the plain button. */
  choice?: string;
  isQuiet?: boolean;
}

/** The page of a mailed link, in the reader's language. */
export interface DecisionPage {
  mark: 'ask' | 'done' | 'halt';
  title: string;
  /** Paragraphs above the facts. */
  text: readonly string[];
  facts?: readonly PageFact[];
  /** A paragraph below the facts. */
  note?: string;
  /** Without `to`, the buttons decide about the link of this page. */
  ask?: {
    question?: string;
    buttons: readonly Button[];
    to?: { name: DecisionName; token: string };
  };
  soft?: string;
  toInbox?: true;
  /** A form that delivers now: the page links to its code and to a test. */
  delivers?: FormId;
}

/** The state of a decision, as a page and for programs. */
export interface Shown {
  page(words: Words): DecisionPage;
  answer(): object;
  headers: Readonly<Record<string, string>>;
  /** True if the reader has to wait for a mail. */
  mailed: boolean;
  /** The token of the buttons. */
  token: string;
}

/** A mailed link. Its page changes nothing; its buttons do. Both throw what its row names. */
export interface Decision {
  look(token: unknown): Promise<Shown>;
  press(token: unknown, choice: string, requester: Requester): Promise<Shown>;
}

type Rows = typeof DECISIONS;

/** The form of an owner's link; another link may outlive it. */
interface RouteOf {
  owner: Route;
  reader: undefined;
}

/** An opened link. */
export interface Opened<Name extends DecisionName> {
  facts: FactsOf<Name>;
  token: string;
  route: RouteOf[Rows[Name]['by']];
}

/** The rooms below that decisions use. */
export interface OwnersRooms {
  routes: Pick<Routes, 'find' | 'list' | 'open' | 'settings' | 'toResource'>;
  verification: InboxVerification;
  copies: RouteCopies;
  counts: Pick<Counts, 'ofMonth'>;
  limiter: RateLimiter;
  sessions: Sessions;
  holds: NewFormHolds;
  refusals: Refusals;
}

/** Everything that owners decide about, by mailed links or with a session of their inbox. */
export interface OwnersContext extends Context, OwnerMails, OwnersRooms {
  /** Budgets of the mails that ask other inboxes. */
  budgets: VerificationBudgets;
}

/** The work of a button. Its page shows the returned state, or looks again without one. */
type Effect<Name extends DecisionName, State> = (
  owners: OwnersContext,
  opened: Opened<Name>,
  requester: Requester,
) => Promise<State> | Promise<void>;

/** A row of the table of decisions: `State` is how a decision stands. */
export interface DecisionRow<Name extends DecisionName, State> {
  name: Name;
  /** Throws if this deployment has no such links. */
  expectOn?(owners: OwnersContext): void;
  /** Changes nothing. */
  look(owners: OwnersContext, opened: Opened<Name>): State | Promise<State>;
  effects: Record<'press' | Rows[Name]['choices'][number], Effect<Name, State>>;
  page(words: Words, state: State, owners: OwnersContext): DecisionPage;
  /** The answer for programs. */
  answer(state: State, owners: OwnersContext): object;
  headers?(state: State, owners: OwnersContext): Readonly<Record<string, string>>;
  /** True if the reader has to wait for a mail. */
  mailed?(state: State): boolean;
}

/** The name of a form, as its page quotes it; a `stranger` may have chosen it. */
export const nameOf = (
  { facts, quote }: Words,
  form: Parameters<typeof formNameOf>[0],
  by?: 'stranger',
): PageFact => [by ? facts.name : facts.form, fill(quote, { text: quotable(formNameOf(form)) })];

/** A row of the table, for the forms of this service. */
export class MailedDecision<Name extends DecisionName, State> implements Decision {
  readonly #owners: OwnersContext;
  readonly #row: DecisionRow<Name, State>;

  constructor(owners: OwnersContext, row: DecisionRow<Name, State>) {
    this.#owners = owners;
    this.#row = row;
  }

  async look(token: unknown): Promise<Shown> {
    const opened = await this.#open(token);
    return this.#show(await this.#row.look(this.#owners, opened), opened);
  }

  async press(token: unknown, choice: string, requester: Requester): Promise<Shown> {
    const opened = await this.#open(token);
    const effects: Readonly<Record<string, Effect<Name, State>>> = this.#row.effects;
    const effect = effects[choice || 'press'] ?? this.#row.effects.press;
    const state = await effect(this.#owners, opened, requester);
    return this.#show(
      state ?? (await this.#row.look(this.#owners, await this.#open(token))),
      opened,
    );
  }

  async #open(text: unknown): Promise<Opened<Name>> {
    const { keyring, routes } = this.#owners;
    this.#row.expectOn?.(this.#owners);
    const { facts, token, check } = openDecision(keyring, this.#row.name, text);
    if (decisionOf(this.#row.name).by === 'reader') {
      check();
      return { facts, token, route: undefined } as Opened<Name>;
    }
    const { form } = facts as { form: FormId };
    const route = await routes.find(form);
    check(route.inbox.owner);
    return { facts, token, route } as Opened<Name>;
  }

  #show(state: State, { token }: Opened<Name>): Shown {
    const [row, owners] = [this.#row, this.#owners];
    return {
      token,
      page: (words) => row.page(words, state, owners),
      answer: () => row.answer(state, owners),
      headers: row.headers?.(state, owners) ?? {},
      mailed: row.mailed?.(state) ?? false,
    };
  }
}
