import type { Links } from '../../platform/links.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import type { OperatorLink } from '../../platform/settings/setting-parsers.ts';
import { html, type SafeHtml } from '../../platform/text/html.ts';

/** Where the service serves a logo that is a file. */
export const LOGO_PATH = '/logo';

/** Who runs the service, for the readers of its pages. */
export interface Operator {
  name: string;
  links: Partial<Record<OperatorLink, string>>;
  /** URL of the logo. A free port is known only once the service listens. */
  logo: () => string | undefined;
  /** True if the operator has set anything of this. */
  isNamed: boolean;
}

/** The service of nobody in particular. */
export const UNNAMED: Operator = {
  name: 'Letterslot',
  links: {},
  logo: () => undefined,
  isNamed: false,
};

export function createOperator(
  { OPERATOR_NAME, OPERATOR_LINKS, OPERATOR_LOGO: logo }: Settings,
  links: Pick<Links, 'base'>,
): Operator {
  return {
    name: OPERATOR_NAME ?? UNNAMED.name,
    links: OPERATOR_LINKS ?? {},
    logo: () => logo && ('url' in logo ? logo.url : links.base() + LOGO_PATH),
    isNamed: Boolean(OPERATOR_NAME ?? OPERATOR_LINKS ?? logo),
  };
}

/** The logo; the name stands next to it. */
export function renderLogo({ logo }: Operator): SafeHtml | '' {
  const url = logo();
  return url === undefined ? '' : html`<img class="logo" src="${url}" alt="" />`;
}

/** The links in a language. A new tab, because a page may have what a visitor has typed. */
function renderLinks({ links }: Operator, language: Language): SafeHtml[] {
  const words = wordsOf(language).operatorLinks;
  const names = ['privacy', 'imprint', 'contact'] as const;
  return names.flatMap((name) => {
    const url = links[name];
    if (url === undefined) return [];
    return [html`<a href="${url}" target="_blank" rel="noopener">${words[name]}</a> `];
  });
}

/** The foot of a page. */
export function renderOperator(operator: Operator, language: Language): SafeHtml | '' {
  if (!operator.isNamed) return '';
  return html`<footer class="house">
    <span>${renderLogo(operator)}${operator.name}</span> ${renderLinks(operator, language)}
  </footer>`;
}

/** A policy of a page that also allows the logo. */
export function allowLogo(policy: string, { logo }: Operator): string {
  const url = logo();
  return url === undefined
    ? policy
    : policy.replace('img-src data:', `img-src data: ${new URL(url).origin}`);
}
