import { fill, type Words } from '../../catalogs/catalog.ts';
import type { DECISIONS, DecisionName } from '../../contract/decisions.ts';
import { decisionOf } from '../../contract/decisions.ts';
import { formNameOf, type FormId } from '../../contract/names.ts';
import { openDecision, type FactsOf } from '../../forms/decision-token.ts';
import type { Requester } from '../../forms/forms-context.ts';
import type { Routes } from '../../forms/index.ts';
import type { Route } from '../../forms/route.ts';
import type { NewFormHolds, Refusals } from '../../inboxes/refusals.ts';
import type { InboxVerification } from '../verification/inbox-verification.ts';
import type { VerificationBudgets } from '../verification/verification-budgets.ts';
import type { SendMail } from '../../mail/mailer.ts';
import type { Context } from '../../platform/context.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import type { OwnerMails } from './owner-mails.ts';

/** A name and its value: a text, its lines, what somebody has said, or a place with its address. */
export type PageFact = readonly [
  name: string,
  value:
    string | { lines: readonly string[] } | { said: string } | { place: string; address: string },
];

export interface Button {
  label: string;
  /** The value that it posts; the plain button posts none. */
  choice?: string;
  isQuiet?: boolean;
}

/** The page of a mailed link in the words of its reader: facts, text, buttons. */
export interface DecisionPage {
  mark: 'ask' | 'done' | 'halt';
  title: string;
  /** Paragraphs above the facts, and one below them. */
  text: readonly string[];
  facts?: readonly PageFact[];
  note?: string;
  /** Without `to`, its buttons decide about the link of the page itself. */
  ask?: {
    question?: string;
    buttons: readonly Button[];
    to?: { name: DecisionName; token: string };
  };
  soft?: string;
  toInbox?: true;
  /** A form that delivers now: the page leads on to its code and to a test. */
  delivers?: FormId;
}

/** How a decision stands: as a page, and for programs. */
export interface Shown {
  page(words: Words): DecisionPage;
  answer(): object;
  headers: Readonly<Record<string, string>>;
  /** Whether the reader has to wait for a mail. */
  mailed: boolean;
  /** The token of the buttons. */
  token: string;
}

/** A mailed link: what it shows, which changes nothing, and what its buttons do. Both throw what its row names. */
export interface Decision {
  look(token: unknown): Promise<Shown>;
  press(token: unknown, choice: string, requester: Requester): Promise<Shown>;
}

type Rows = typeof DECISIONS;

/** A link that was opened: its facts, and its form for an owner's link. */
export type Opened<Name extends DecisionName> = {
  facts: FactsOf<Name>;
  token: string;
} & (Rows[Name]['by'] extends 'owner' ? { route: Route } : unknown);

/** Does what a button says; what it returns is shown, otherwise how the decision stands then. */
type Effect<Name extends DecisionName, State> = (
  opened: Opened<Name>,
  requester: Requester,
) => Promise<State> | Promise<void>;

interface Row<Name extends DecisionName, State> {
  name: Name;
  /** Throws if this deployment has no such links. */
  expectOn?(): void;
  /** How it stands. Changes nothing. */
  look(opened: Opened<Name>): State | Promise<State>;
  effects: Record<'press' | Rows[Name]['choices'][number], Effect<Name, State>>;
  page(words: Words, state: State): DecisionPage;
  answer(state: State): object;
  headers?(state: State): Readonly<Record<string, string>>;
  mailed?(state: State): boolean;
}

/** What decisions are about, and what they change. */
export interface DecisionParts extends Context, OwnerMails {
  routes: Pick<
    Routes,
    'authorize' | 'authorizeOwner' | 'find' | 'list' | 'open' | 'settings' | 'toResource'
  >;
  verification: InboxVerification;
  holds: NewFormHolds;
  refusals: Refusals;
  /** Of the mails that ask other inboxes. */
  budgets: VerificationBudgets;
  /** Whether this service asks inboxes itself, and no mail provider. */
  asksInboxes: boolean;
  sendMail: SendMail;
}

/** The name of a form, as its page quotes it; a `stranger` may have chosen it. */
export const nameOf = (
  { facts, quote }: Words,
  form: Parameters<typeof formNameOf>[0],
  by?: 'stranger',
): PageFact => [by ? facts.name : facts.form, fill(quote, { text: quotable(formNameOf(form)) })];

export function createDecision<Name extends DecisionName, State>(
  { keyring, routes }: Pick<DecisionParts, 'keyring' | 'routes'>,
  row: Row<Name, State>,
): Decision {
  async function open(text: unknown): Promise<Opened<Name>> {
    row.expectOn?.();
    const { facts, token, check } = openDecision(keyring, row.name, text);
    if (decisionOf(row.name).by === 'reader') {
      check();
      return { facts, token } as Opened<Name>;
    }
    const { form } = facts as { form: FormId };
    const route = await routes.find(form);
    check(route.inbox.owner);
    return { facts, token, route } as unknown as Opened<Name>;
  }

  const show = (state: State, { token }: Opened<Name>): Shown => ({
    token,
    page: (words) => row.page(words, state),
    answer: () => row.answer(state),
    headers: row.headers?.(state) ?? {},
    mailed: row.mailed?.(state) ?? false,
  });

  return {
    async look(text) {
      const opened = await open(text);
      return show(await row.look(opened), opened);
    },
    async press(text, choice, requester) {
      const opened = await open(text);
      const effects: Readonly<Record<string, Effect<Name, State>>> = row.effects;
      const effect = effects[choice || 'press'] ?? row.effects.press;
      const state = await effect(opened, requester);
      return show(state ?? (await row.look(await open(text))), opened);
    },
  };
}
