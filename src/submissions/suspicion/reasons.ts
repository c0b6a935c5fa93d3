import { mailLanguageOf } from '../../catalogs/languages.ts';
import { SUSPICIONS, type Suspicion } from '../../contract/enums.ts';
import type { Route } from '../../forms/route.ts';
import { isForeignTrap, isTrap, valuesIn, type Fields } from '../../fields/field-names.ts';
import { isGibberish } from './gibberish.ts';
import { countLinks, hasBareShortLink, hasUnusualLink } from './links.ts';
import { isForeignScript, type FormLanguage } from './scripts.ts';
import { isLoopback, registeredName } from '../../platform/text/host-name.ts';
import { Earlier, type Judged } from './earlier.ts';

/** Google's translated pages have the host in their first label: `-` for `.`, `--` for `-`. */
const TRANSLATED = '.translate.goog';

function readHost(host: string): string {
  if (!host.endsWith(TRANSLATED)) return host;
  const label = host.slice(0, -TRANSLATED.length);
  return label.replace(/--|-/g, (sign) => (sign === '-' ? '.' : '-'));
}

/**
 * True if a form was sent from a page outside its website, this service and the sender's own
 * machine. All three are URLs; an unknown page does not count.
 */
export function isOtherPage(site: string, { website, own }: { website: string; own: string }) {
  const page = URL.parse(site)?.hostname ?? '';
  const home = URL.parse(website)?.hostname ?? '';
  if (page === home || isLoopback(page) || page.endsWith('.localhost')) return false;
  return registeredName(readHost(page)) !== registeredName(home) && page !== new URL(own).hostname;
}

/** The content of a submission. */
export interface Content {
  /** Every field as it was posted. */
  given: Fields;
  /** Everything that its mail shows: the subject, and the values of fields. */
  texts: readonly string[];
  /** They may have links or markup. */
  hasSigns: boolean;
  /** Number of web addresses in them. */
  links: number;
  /** Fields that the mail does not show, such as traps. */
  hasHidden: boolean;
  /** A filled trap drops it. */
  trapped: boolean;
}

/** Characters that are judged; what stands behind them marks nothing. */
const MOST_CHARACTERS = 100_000;

/** Without these signs, a text has no link and no markup: most texts are looked through once. */
const SIGNS = /[/[<]|\bwww\./i;

export function contentOf({ given, subject = '', fields, trapped = false }: Judged): Content {
  const texts = [subject];
  for (const values of fields.values()) texts.push(...values);
  let left = MOST_CHARACTERS;
  let links = 0;
  let hasSigns = false;
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at] ?? '';
    const judged = text.length > left ? text.slice(0, left) : text;
    texts[at] = judged;
    left -= judged.length;
    if (!SIGNS.test(judged)) continue;
    hasSigns = true;
    links += countLinks(judged);
  }
  return { given, texts, hasSigns, links, hasHidden: given !== fields, trapped };
}

/** Facts about a submission besides its content; what is not known is no reason. */
interface Circumstances {
  route: Pick<Route, 'alias' | 'settings' | 'language'>;
  /** The origin of the page that sent it. */
  site?: string | undefined;
  /** The public URL of this service. */
  own: () => string;
  /** The same was sent to the same form more often than is normal. */
  isRepeated: boolean;
  /** The same text was sent to several other forms. */
  isOnManyForms: boolean;
  /** It came sooner after its page was opened than people write. */
  isTooFast?: boolean | undefined;
}

/** Number of web addresses from which a submission looks odd. */
const MANY_LINKS = 5;

/** No part can match in two ways, so it runs in linear time. */
const LINK_MARKUP = /\[(?:url|link)[=\]]|<a\s{1,8}href\s{0,8}=/i;

function isAway(_content: Content, known?: Circumstances): boolean {
  const { website, origins = [] } = known?.route.settings ?? {};
  if (known?.site === undefined || website === undefined || origins.length > 0) return false;
  return isOtherPage(known.site, { website: website.url, own: known.own() });
}

function languageOf({ route, site = '' }: Circumstances, { given }: Content): FormLanguage {
  const { website, fields = [], origins = [] } = route.settings;
  const named = fields.flatMap(({ label = '', placeholder = '' }) => [label, placeholder]);
  const pages = [site, website?.url ?? '', ...origins.map((origin) => origin.replace('*.', ''))];
  return {
    language: mailLanguageOf(route),
    words: [route.alias, route.settings.name ?? '', website?.name ?? '', ...named, ...given.keys()],
    hosts: pages.flatMap((page) => URL.parse(page)?.hostname ?? []),
  };
}

/** A fact that is known of a submission gives it, or a judgement. */
type Reason =
  | { fact: 'isTooFast' | 'isRepeated' | 'isOnManyForms' }
  | {
      /** Only content that has this is judged. */
      needs?: 'hasSigns' | 'hasHidden';
      /** Without what is known of a submission, its content alone may give it. */
      isGiven(content: Content, known?: Circumstances): boolean;
    };

/** Every reason to mark a submission but what a spam filter says later; none of them drops it. */
const REASONS: Readonly<Record<Exclude<Suspicion, 'spam_filter'>, Reason>> = {
  links: { needs: 'hasSigns', isGiven: ({ links }) => links >= MANY_LINKS },
  unusual_links: {
    needs: 'hasSigns',
    isGiven: ({ texts, links }) => texts.some(links > 0 ? hasUnusualLink : hasBareShortLink),
  },
  markup: {
    needs: 'hasSigns',
    isGiven: ({ texts }) => texts.some((text) => LINK_MARKUP.test(text)),
  },
  gibberish: { isGiven: ({ texts }) => isGibberish(texts) },
  foreign_script: {
    needs: 'hasSigns',
    isGiven: (content, known) =>
      known !== undefined &&
      content.links > 0 &&
      isForeignScript(content.texts, () => languageOf(known, content)),
  },
  other_page: { isGiven: isAway },
  autofilled_trap: {
    needs: 'hasHidden',
    // One that a program filled drops the submission.
    isGiven: ({ given, trapped }) => !trapped && valuesIn(given, isTrap).length > 0,
  },
  foreign_trap: {
    needs: 'hasHidden',
    isGiven: ({ given }) => valuesIn(given, isForeignTrap).length > 0,
  },
  too_fast: { fact: 'isTooFast' },
  repeat: { fact: 'isRepeated' },
  many_forms: { fact: 'isOnManyForms' },
};

const IN_ORDER = SUSPICIONS.filter((name) => name !== 'spam_filter').map((name) => ({
  name,
  reason: REASONS[name],
}));

/** All reasons that a submission gives, in the order of `SUSPICIONS`. */
export function findReasons(content: Content, known?: Circumstances): Suspicion[] {
  const found: Suspicion[] = [];
  for (const { name, reason } of IN_ORDER) {
    if ('fact' in reason) {
      if (known?.[reason.fact]) found.push(name);
    } else if (!reason.needs || content[reason.needs]) {
      if (reason.isGiven(content, known)) found.push(name);
    }
  }
  return found;
}

/** The part of a submission that holds its marks. */
interface Markable {
  suspicions?: readonly Suspicion[];
}

/** A submission with one more reason to mark it, unless its form has relaxed that. */
export function markAlso<Submission extends Markable>(
  { relaxed = [] }: Pick<Route, 'relaxed'>,
  submission: Submission,
  reason: Suspicion,
): Submission {
  if (relaxed.includes(reason)) return submission;
  return { ...submission, suspicions: [...(submission.suspicions ?? []), reason] };
}

/** Options of `Marks.mark`; `remember`: later submissions are compared with this one. */
interface Asked extends Pick<Circumstances, 'isTooFast'> {
  remember: boolean;
}

/** Marks submissions, and compares them with earlier ones. */
export class Marks {
  readonly #base: () => string;
  readonly #earlier: Earlier;

  /** `base` is the public URL of this service, `now` gives milliseconds since the epoch. */
  constructor({ base, now }: { base: () => string; now: () => number }) {
    this.#base = base;
    this.#earlier = new Earlier(now);
  }

  /**
   * Marks a submission with its reasons, except those that its form relaxes. `withdraw` forgets a
   * noted one, so that its retry is not a repeat.
   */
  mark<Submission extends Judged & Markable & { site?: string }>(
    route: Pick<Route, 'formId' | 'alias' | 'settings' | 'language' | 'relaxed'>,
    submission: Submission,
    { remember, isTooFast }: Asked,
  ): { submission: Submission; withdraw: (() => void) | undefined } {
    const note = remember ? this.#earlier.note(route, submission) : undefined;
    const { isRepeated = false, isOnManyForms = false } = note ?? {};
    const { site } = submission;
    const known = { route, site, own: this.#base, isRepeated, isOnManyForms, isTooFast };
    const found = findReasons(contentOf(submission), known);
    const suspicions = route.relaxed
      ? found.filter((reason) => !route.relaxed?.includes(reason))
      : found;
    return {
      submission: suspicions.length > 0 ? { ...submission, suspicions } : submission,
      withdraw: note?.forget,
    };
  }
}
