import { formNameOf } from '../../contract/names.ts';
import { fill, type Words } from '../../catalogs/catalog.ts';
import { describeValue } from '../../catalogs/describe-change.ts';
import type { DecisionName } from '../../contract/decisions.ts';
import type { Links } from '../../platform/links.ts';
import { disclose } from '../../forms/targets/channels.ts';
import { placesOf } from '../../forms/targets/places.ts';
import type { Route } from '../../forms/route.ts';
import { changesBetween, type SettingChange } from '../../forms/settings/setting-changes.ts';
import { NO_SETTINGS, withSetting } from '../../forms/settings/setting-rules.ts';
import type { Disclosure } from '../../mail/mail-facts.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import { nameOf, type Button, type DecisionPage, type PageFact } from './decision.ts';

/** A form as a page names it that shows no address: others may have the link. */
export type NamedForm = Pick<Route, 'alias' | 'formId'>;

export const namesOf = (words: Words, form: NamedForm, by?: 'stranger'): PageFact[] => [
  nameOf(words, form, by),
  [words.facts.formId, form.formId],
];

/** All that a form does, as an owner sees it before agreeing. */
export interface FormFacts extends NamedForm {
  address: string;
  endpoint: string;
  elsewhere: readonly Disclosure[];
  /** The requester's settings, apart from the name and targets, which are above. */
  settings: readonly Pick<SettingChange, 'name' | 'after'>[];
}

export const factsOf = (route: Route, links: Pick<Links, 'endpoint'>): FormFacts => ({
  formId: route.formId,
  alias: formNameOf(route),
  address: route.address,
  endpoint: links.endpoint(route.formId),
  elsewhere: disclose(placesOf(route)),
  settings: changesBetween(
    NO_SETTINGS,
    withSetting(withSetting(route.settings, 'targets', undefined), 'name', undefined),
  ),
});

export function describeForm(words: Words, form: FormFacts, by?: 'stranger'): PageFact[] {
  const { facts, quote, settings } = words;
  return [
    nameOf(words, { alias: form.alias }, by),
    [facts.inbox, form.address],
    [facts.endpoint, form.endpoint],
    ...form.elsewhere.map(({ channel, insteadOfMail, place, address }) => {
      const label = facts.elsewhere[channel][insteadOfMail ? 'instead' : 'also'];
      return [label, { place, address }] as const;
    }),
    ...form.settings.map(({ name, after }) => {
      const said = fill(quote, { text: quotable(describeValue(words, name, after)) });
      return [settings.names[name], { said }] as const;
    }),
  ];
}

interface Says {
  title: string;
  explanation: string;
}

type More = Partial<DecisionPage>;

/** Asks for its first button, which posts no choice; `other` stands next to it. */
export const askPage = (
  { title, explanation, button }: Says & { button: string },
  more: More = {},
  other: readonly Button[] = [],
): DecisionPage => ({
  mark: 'ask',
  title,
  text: [explanation],
  ask: { buttons: [{ label: button }, ...other] },
  ...more,
});

/** Says that something is done. */
export const saysDone = ({ title, explanation }: Says, more: More = {}): DecisionPage => ({
  mark: 'done',
  title,
  text: [explanation],
  ...more,
});

/** Says one thing that is done, and nothing more to do. */
export const donePage = ({ hints }: Words, says: Says, more: More = {}): DecisionPage =>
  saysDone(says, { soft: hints.closePage, ...more });

/** A secondary button. */
export const quietButton = (label: string, choice: string): Button => ({
  label,
  choice,
  isQuiet: true,
});

/** Says why a link can do nothing any more, and that nothing has changed. */
export const haltPage = (
  { hints }: Words,
  { title, message }: { title: string; message: string },
  more: More = { soft: hints.unchanged },
): DecisionPage => ({ mark: 'halt', title, text: [message], ...more });

/** Says that a link can do nothing any more, because of its age, and that nothing has changed. */
export const expiredPage = (
  { verification: { expired }, hints }: Words,
  again: readonly string[],
  more: More = {},
): DecisionPage => ({
  mark: 'halt',
  title: expired.title,
  text: [`${expired.explanation} ${hints.unchanged}`, ...again],
  ...more,
});

/** Says that a form delivers, and leads on. */
export const deliversPage = (words: Words, says: Says, form: FormFacts): DecisionPage =>
  saysDone(says, { facts: describeForm(words, form), delivers: form.formId });

/** Asks for the owner's consent. */
export const consentPage = (
  words: Words,
  ask: Words['verification']['open'],
  form: FormFacts,
): DecisionPage => askPage(ask, { facts: describeForm(words, form, 'stranger'), soft: ask.ignore });

/** Starts a form again after one particular stop; `verify` needs no further mail. */
export interface WayBack {
  name: Extract<DecisionName, 'verify' | 'restart'>;
  token: string;
}

/** Says that a form is stopped, and offers to start it again. */
export function stoppedPage(words: Words, form: NamedForm, to: WayBack): DecisionPage {
  const { removed, undo, undoButton, again, againButton, ...says } = words.owners.stopped;
  const [question, label] = to.name === 'verify' ? [undo, undoButton] : [again, againButton];
  return saysDone(says, {
    facts: namesOf(words, form),
    ask: { question, buttons: [{ label, isQuiet: true }], to },
    soft: removed,
  });
}

/** Shows the current state of a form. */
export function statePage(words: Words, route: NamedForm & Pick<Route, 'status'>): DecisionPage {
  const { verification, owners } = words;
  const says =
    route.status === 'active'
      ? { title: verification.confirmed.title, explanation: owners.restarted.explanation }
      : owners.waiting;
  return donePage(words, says, { facts: namesOf(words, route) });
}

/** Says that such mails do not arrive any more, and offers to let them. */
export function refusedPage(words: Words): DecisionPage {
  const { mistake, allow, ...says } = words.owners.refused;
  return donePage(words, says, {
    ask: { question: mistake, buttons: [quietButton(allow, 'allow')] },
  });
}

/** Says that such mails arrive again; an offer that was refused stays over. */
export function allowedPage(words: Words, of: 'form' | 'offer'): DecisionPage {
  const { title, explanation, again } = words.owners.allowed;
  return donePage(words, { title, explanation: of === 'offer' ? again : explanation });
}

/** Says that a link was mailed to the inbox. */
export function linkSentPage(words: Words, explanation: string): DecisionPage {
  const { title, look } = words.owners.linkSent;
  return saysDone({ title, explanation }, { soft: look });
}
