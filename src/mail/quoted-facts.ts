import { LANGUAGE_IDS, type LanguageId } from '../contract/enums.ts';

/** A named value of a mail; the value may have several lines. */
export interface MailFact {
  label: string;
  value: string;
}

/** Precedes every line of a value in the text part. */
export const FACT_INDENT = '  ';

/** Precedes every line of a submission in the text part, and no line of the service's own words. */
export const QUOTE_BAR = '|';

/** Separates content and footer (RFC 3676, 4.3). */
export const SIGNATURE_MARK = '-- ';

/** A line of a value. A blank one has no space at its end, because mail servers may strip it. */
const quoteLine = (line: string) =>
  line === '' ? QUOTE_BAR : `${QUOTE_BAR} ${FACT_INDENT}${line}`;

/** The fields of a submission as text, behind the bar, so that none can look like our words. */
export const quoteFactsText = (facts: readonly MailFact[]): string =>
  facts
    .map(({ label, value }) => {
      const quoted = value.includes('\n')
        ? value.split('\n').map(quoteLine).join('\n')
        : quoteLine(value);
      return `${QUOTE_BAR} ${label}:\n${quoted}`;
    })
    .join(`\n${QUOTE_BAR}\n`);

/** Names that forms everywhere give their fields; owners read them as labels. */
const NAMES = (
  'name firstname lastname surname title company organization organisation email phone tel ' +
  'telephone mobile fax website address street city zip postcode state region country subject ' +
  'topic category message comment comments question feedback date time budget quantity product ' +
  'service rating reason consent'
).split(' ');

const toLabel = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * The names that form code has in every language, as the catalogs call them: programs that read
 * mails have no catalogs.
 */
const TRANSLATED = ['name', 'email', 'phone', 'company', 'message'] as const;
const TRANSLATIONS: Readonly<Partial<Record<LanguageId, string>>> = {
  de: 'Name|E-Mail|Telefon|Firma|Nachricht',
  fr: 'Nom|E-mail|Téléphone|Entreprise|Message',
  es: 'Nombre|Correo electrónico|Teléfono|Empresa|Mensaje',
  zh: '姓名|电子邮件|电话|公司|留言',
};

/** The labels of names in a language. */
function labelsIn(language: LanguageId): ReadonlyMap<string, string> {
  const labels = new Map(NAMES.map((name) => [name, toLabel(name)]));
  const own = TRANSLATIONS[language]?.split('|') ?? [];
  for (const [at, label] of own.entries()) labels.set(TRANSLATED[at] ?? '', label);
  return labels;
}

const LABELS = new Map(LANGUAGE_IDS.map((language) => [language, labelsIn(language)]));
const NAMES_OF: ReadonlyMap<string, string> = new Map(
  [...LABELS.values()].flatMap((labels) => Array.from(labels, ([name, label]) => [label, name])),
);

/**
 * Shows common names as labels: `email` as `Email`. A mail with such a label already keeps its
 * names, so that `namesBehind` can restore them.
 */
export function showCommonNames(
  facts: readonly MailFact[],
  language: LanguageId,
): readonly MailFact[] {
  if (facts.some(({ label }) => NAMES_OF.has(label))) return facts;
  const labels = LABELS.get(language);
  return facts.map((fact) => {
    const label = labels?.get(fact.label);
    return label === undefined ? fact : { label, value: fact.value };
  });
}

/** The facts before `showCommonNames`, unless these labels were names themselves. */
export const namesBehind = (facts: readonly MailFact[]): MailFact[] =>
  facts.map(({ label, value }) => ({ label: NAMES_OF.get(label) ?? label, value }));
