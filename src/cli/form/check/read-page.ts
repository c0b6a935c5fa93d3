import { defaultTreeAdapter, html, Parser, type DefaultTreeAdapterMap } from 'parse5';
import { CommandError } from '../../command.ts';
import type { FetchedPage } from './fetch-page.ts';

type Element = DefaultTreeAdapterMap['element'];
type Node = DefaultTreeAdapterMap['node'];

/** Elements in elements; browsers stop at 512. */
const DEEPEST = 2_000;

/** Controls of a form; the service takes fewer fields. */
const MOST_CONTROLS = 2_000;

/** A control of a form that is sent with it. */
export interface Control {
  tag: 'input' | 'select' | 'textarea' | 'button';
  /** As browsers take it: `text` for a type that they do not know. */
  type: string;
  name: string;
  attributes: Attributes;
  /** The values of a list, those chosen at first in front. */
  options: readonly string[];
  /** Its initial value. */
  value: string;
}

export type Attributes = Readonly<Record<string, string>>;

export interface PageForm {
  action: URL | undefined;
  attributes: Attributes;
  controls: readonly Control[];
}

export interface Script {
  src: URL | undefined;
  attributes: Attributes;
  text: string;
}

/** The parts of a page that decide how its forms are sent. */
export interface Page {
  url: URL;
  forms: readonly PageForm[];
  scripts: readonly Script[];
  /** Every Content-Security-Policy, of the head of the answer and of the page. */
  policies: readonly string[];
  referrerPolicy: string;
  /** The label of its charset, if it names one. */
  charset: string | undefined;
  /** It has a widget that solves challenges. */
  hasWidget: boolean;
}

const CONTROLS: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'button']);

/** Types of `input` whose values browsers check or send in a way of their own. */
const TYPES =
  /^(?:email|url|tel|number|date|time|datetime-local|radio|checkbox|file|hidden|submit|image|button|reset)$/;

const attributesOf = ({ attrs }: Element): Attributes =>
  Object.fromEntries(attrs.map(({ name, value }) => [name, value]));

/** All elements in their order; what is in a `template` is not on the page. */
function* elementsIn(root: Node): Generator<Element> {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('tagName' in node) yield node;
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) waiting.push(child);
  }
}

function textOf({ childNodes }: Element): string {
  return childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}

const isOff = ({ attrs }: Element) => attrs.some(({ name }) => name === 'disabled');

/** The elements in a disabled fieldset, but for its legend; parents come before what is in them. */
function findDisabled(elements: readonly Element[]): Set<Node | null> {
  const found = new Set<Node | null>();
  for (const element of elements) {
    const { tagName, parentNode: parent } = element;
    const around =
      tagName === 'legend' && parent && 'parentNode' in parent ? parent.parentNode : parent;
    if (found.has(around) || (tagName === 'fieldset' && isOff(element))) found.add(element);
  }
  return found;
}

function optionsOf(list: Element): { value: string; isChosen: boolean }[] {
  return Array.from(elementsIn(list))
    .filter((element) => element.tagName === 'option' && !isOff(element))
    .map((option) => {
      const { value = textOf(option).trim().replace(/\s+/g, ' '), selected } = attributesOf(option);
      return { value, isChosen: selected !== undefined };
    });
}

function toControl(element: Element): Control {
  const tag = element.tagName as Control['tag'];
  const attributes = attributesOf(element);
  const { type = '', name = '', value = '' } = attributes;
  const known = TYPES.exec(type.toLowerCase())?.[0] ?? (type === 'range' ? 'number' : 'text');
  const options = tag === 'select' ? optionsOf(element) : [];
  return {
    tag,
    name,
    attributes,
    type: tag === 'input' ? known : tag === 'button' ? type.toLowerCase() || 'submit' : tag,
    value: tag === 'textarea' ? textOf(element) : value,
    options: options
      .toSorted((one, other) => +other.isChosen - +one.isChosen)
      .map((option) => option.value),
  };
}

interface Parsed {
  elements: readonly Element[];
  /** The form of each, as the parser associates them: in tables it is no ancestor. */
  owners: ReadonlyMap<Element, Element>;
}

function parse(text: string): Parsed {
  const owners = new Map<Element, Element>();
  let depth = 0;
  const parser = new Parser<DefaultTreeAdapterMap>({
    treeAdapter: {
      ...defaultTreeAdapter,
      onElementCreated(element, { formElement, isInTemplate }) {
        if (formElement && !isInTemplate) owners.set(element, formElement);
      },
      onItemPush() {
        depth += 1;
        // Each element is looked for among all that are open.
        if (depth > DEEPEST) throw new CommandError('The page is nested too deeply to be read.');
      },
      onItemPop() {
        depth -= 1;
      },
    },
  });
  parser.tokenizer.write(text, true);
  const elements = Array.from(elementsIn(parser.document)).filter(
    ({ namespaceURI }) => namespaceURI === html.NS.HTML,
  );
  return { elements, owners };
}

const REFERRER_POLICIES =
  /^(?:no-referrer|no-referrer-when-downgrade|same-origin|origin|strict-origin|origin-when-cross-origin|strict-origin-when-cross-origin|unsafe-url)$/;

/** The last policy that browsers know. */
const lastPolicy = (texts: readonly string[]): string =>
  texts
    .flatMap((text) => text.toLowerCase().split(','))
    .map((text) => text.trim())
    .findLast((text) => REFERRER_POLICIES.test(text)) ?? 'strict-origin-when-cross-origin';

/** The controls that are sent, by the form that they belong to. */
function controlsByForm({ elements, owners }: Parsed): Map<Element | undefined, Element[]> {
  const disabled = findDisabled(elements);
  const forms = elements.filter(({ tagName }) => tagName === 'form').toReversed();
  const byId = new Map(forms.map((form) => [attributesOf(form)['id'], form]));
  const isSent = (element: Element) =>
    CONTROLS.has(element.tagName) && !isOff(element) && !disabled.has(element);
  return Map.groupBy(elements.filter(isSent), (element) => {
    const { form: id } = attributesOf(element);
    return id === undefined ? owners.get(element) : byId.get(id);
  });
}

const CHARSET = /charset\s*=\s*["']?([^\s"';,]+)/i;

/** Where a form is sent, by the browser or by htmx. */
const postedTo = (attributes: Attributes): string | undefined =>
  attributes['action'] || attributes['hx-post'] || attributes['data-hx-post'];

/** Reads a page as browsers do; runs nothing of it. Throws CommandError. */
export function readPage({ url, headers, html: text }: FetchedPage): Page {
  const parsed = parse(text);
  const named = (tag: string) =>
    parsed.elements
      .filter(({ tagName }) => tagName === tag)
      .map((element) => ({ element, attributes: attributesOf(element) }));
  const { href = '' } =
    named('base').find(({ attributes }) => attributes['href'])?.attributes ?? {};
  const base = URL.parse(href, url.href)?.href ?? url.href;
  const metas = named('meta').map(({ attributes }) => attributes);
  const contents = (attribute: string, name: string) =>
    metas
      .filter((meta) => meta[attribute]?.toLowerCase() === name)
      .map(({ content = '' }) => content);
  const controls = controlsByForm(parsed);
  const sent = headers.get('content-security-policy')?.split(',') ?? [];
  return {
    url,
    forms: named('form').map(({ element, attributes }) => ({
      attributes,
      action: URL.parse(postedTo(attributes) || url.href, base) ?? undefined,
      controls: (controls.get(element) ?? []).slice(0, MOST_CONTROLS).map(toControl),
    })),
    scripts: named('script').map(({ element, attributes }) => ({
      attributes,
      src: attributes['src'] ? (URL.parse(attributes['src'], base) ?? undefined) : undefined,
      text: textOf(element),
    })),
    policies: [...sent, ...contents('http-equiv', 'content-security-policy')],
    referrerPolicy: lastPolicy([
      headers.get('referrer-policy') ?? '',
      ...contents('name', 'referrer'),
    ]),
    charset:
      CHARSET.exec(headers.get('content-type') ?? '')?.[1] ??
      metas.find(({ charset }) => charset)?.['charset'] ??
      CHARSET.exec(contents('http-equiv', 'content-type').join())?.[1],
    hasWidget: named('altcha-widget').length > 0,
  };
}
