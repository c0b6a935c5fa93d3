import { fill, type Words } from '../catalogs/catalog.ts';
import { describeValue } from '../catalogs/describe-change.ts';
import type { DecisionName } from '../contract/decisions.ts';
import { disclose } from '../delivery/channels/channels.ts';
import { placesOf } from '../delivery/channels/places.ts';
import type { FormId } from '../contract/form-id.ts';
import type { Links } from '../contract/links.ts';
import type { Route } from '../forms/route.ts';
import { changesBetween, type SettingChange } from '../forms/settings/setting-changes.ts';
import { NO_SETTINGS, withSetting } from '../forms/settings/setting-rules.ts';
import type { Disclosure } from '../mail/mail-facts.ts';
import { quotable } from '../platform/text/strangers-words.ts';
import { nameOf, type DecisionPage, type PageFact } from './decision.ts';

/** A form as a page names it that shows no address: others may have the link. */
export type NamedForm = Pick<Route, 'alias' | 'formId'>;

export const namesOf = (words: Words, form: NamedForm): PageFact[] => [
  nameOf(words, form),
  [words.facts.formId, form.formId],
];

/** All that a form does, as an owner sees it before agreeing. */
export interface FormFacts {
  formId: FormId;
  alias: string;
  address: string;
  endpoint: string;
  elsewhere: readonly Disclosure[];
  /** What the requester has set, apart from targets, which are among the places above. */
  settings: readonly Pick<SettingChange, 'name' | 'after'>[];
}

export const factsOf = (route: Route, links: Pick<Links, 'endpoint'>): FormFacts => ({
  formId: route.formId,
  alias: route.alias,
  address: route.address,
  endpoint: links.endpoint(route.formId),
  elsewhere: disclose(placesOf(route)),
  settings: changesBetween(NO_SETTINGS, withSetting(route.settings, 'targets', undefined)),
});

export function describeForm(words: Words, form: FormFacts): PageFact[] {
  const { facts, quote, settings } = words;
  return [
    nameOf(words, form),
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

/** Says that a form delivers, and leads on. */
export const deliversPage = (
  words: Words,
  { title, explanation }: { title: string; explanation: string },
  form: FormFacts,
): DecisionPage => ({
  mark: 'done',
  title,
  text: [explanation],
  facts: describeForm(words, form),
  delivers: form.formId,
});

/** Asks for the owner's consent. */
export const consentPage = (
  words: Words,
  ask: Words['verification']['open'],
  form: FormFacts,
): DecisionPage => ({
  mark: 'ask',
  title: ask.title,
  text: [ask.explanation],
  facts: describeForm(words, form),
  ask: { buttons: [{ label: ask.button }] },
  soft: ask.ignore,
});

/** Says one thing that is done, and nothing more to do. */
export const donePage = (
  { hints }: Words,
  { title, explanation }: { title: string; explanation: string },
  facts?: readonly PageFact[],
): DecisionPage => ({
  mark: 'done',
  title,
  text: [explanation],
  ...(facts && { facts }),
  soft: hints.closePage,
});

/** Says why a link can do nothing any more, and that nothing has changed. */
export const haltPage = (
  { hints }: Words,
  { title, message }: { title: string; message: string },
): DecisionPage => ({ mark: 'halt', title, text: [message], soft: hints.unchanged });

/** The page and the token that start a form again after one particular stop; `verify` needs no further mail. */
export interface WayBack {
  name: Extract<DecisionName, 'verify' | 'restart'>;
  token: string;
}

/** Says that a form is stopped, and offers to start it again. */
export function stoppedPage(words: Words, form: NamedForm, to: WayBack): DecisionPage {
  const { title, explanation, removed, ...ways } = words.owners.stopped;
  const [question, label] =
    to.name === 'verify' ? [ways.undo, ways.undoButton] : [ways.again, ways.againButton];
  return {
    mark: 'done',
    title,
    text: [explanation],
    facts: namesOf(words, form),
    ask: { question, buttons: [{ label, isQuiet: true }], to },
    soft: removed,
  };
}

/** Shows the current state of a form. */
export function statePage(words: Words, route: NamedForm & Pick<Route, 'status'>): DecisionPage {
  const { verification, owners } = words;
  const says =
    route.status === 'active'
      ? { title: verification.confirmed.title, explanation: owners.restarted.explanation }
      : owners.waiting;
  return donePage(words, says, namesOf(words, route));
}

/** Says that such mails do not arrive any more, and offers to let them. */
export function refusedPage(words: Words): DecisionPage {
  const { title, explanation, mistake, allow } = words.owners.refused;
  return {
    mark: 'done',
    title,
    text: [explanation],
    ask: { question: mistake, buttons: [{ label: allow, choice: 'allow', isQuiet: true }] },
    soft: words.hints.closePage,
  };
}

/** Says that such mails arrive again; an offer that was refused stays over. */
export function allowedPage(words: Words, of: 'form' | 'offer'): DecisionPage {
  const { title, explanation, again } = words.owners.allowed;
  return donePage(words, { title, explanation: of === 'offer' ? again : explanation });
}

/** Says that a link was mailed to the inbox. */
export function linkSentPage(words: Words, explanation: string): DecisionPage {
  const { title, look } = words.owners.linkSent;
  return { mark: 'done', title, text: [explanation], soft: look };
}
