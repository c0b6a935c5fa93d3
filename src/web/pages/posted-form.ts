import type { FormField } from '../../contract/form-field.ts';
import type { FormSettings } from '../../contract/form-settings.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import { html, type SafeHtml } from '../../platform/text/html.ts';
import type { Language } from '../../catalogs/languages.ts';
import { typeOf } from '../../fields/declared-field.ts';
import { pagePolicy, type Page, type Website } from './page.ts';

/** A submission, for pages that give it back to its visitor. */
export interface Posted {
  formId: string;
  settings: FormSettings;
  /** Every field as it was sent, reserved ones too. */
  given: ReadonlyMap<string, readonly string[]>;
  /** The part of it that the visitor wrote, as the mail would show it. */
  written: ReadonlyMap<string, readonly string[]>;
  isMultipart: boolean;
  /** How many files each field was sent; no page can give them back. */
  files: ReadonlyMap<string, number>;
  /** The visitor's next page after a delivery, unless it is the service's own. */
  leadsTo?: string | undefined;
  /** The hidden field that keeps the website of the submission; undefined if none is known. */
  ticket(): { name: string; value: string } | undefined;
}

/** Writes the page of an error for the visitor whose submission it refuses. */
export type PostedPage = (
  language: Language,
  about: { posted: Posted; error: ServiceError; website: Website | undefined },
) => Page;

/** The fields of a form in which files can be sent, undeclared ones that were sent files too. */
export function fileFieldsOf({ settings: { fields = [] }, files }: Posted): FormField[] {
  const names = new Set(fields.map(({ name }) => name));
  const others = Array.from(files)
    .filter(([name]) => !names.has(name))
    .map(([name, count]): FormField => ({ name, type: 'file', multiple: count > 1 }));
  return [...fields.filter((field) => typeOf(field) === 'file'), ...others];
}

const hiddenInput = (name: string, value: string): SafeHtml =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/**
 * A form that sends the submission again to the page's address: hidden inputs in their order,
 * without the fields `except`, which `content` has.
 */
export function renderPostedForm(
  posted: Posted,
  content: SafeHtml,
  except: ReadonlySet<string> = new Set(),
): SafeHtml {
  const { formId, given, ticket } = posted;
  const inputs = Array.from(given)
    .filter(([name]) => !except.has(name))
    .flatMap(([name, values]) => values.map((value) => hiddenInput(name, value)));
  const kept = ticket();
  const type =
    posted.isMultipart || fileFieldsOf(posted).length > 0
      ? 'multipart/form-data'
      : 'application/x-www-form-urlencoded';
  // Relative, because the service may stand behind a path prefix.
  return html`<form method="post" action="${formId}" enctype="${type}">
    ${inputs} ${kept ? hiddenInput(kept.name, kept.value) : ''} ${content}
  </form>`;
}

/**
 * A page's policy for such a form. Chromium also applies `form-action` to the redirect after a form
 * and to later ones at the website.
 */
export function postedPolicy(
  { leadsTo }: Posted,
  named: { script?: string; style?: string } = {},
): string {
  if (leadsTo === undefined) return pagePolicy(named);
  const { protocol, origin } = new URL(leadsTo);
  const formAction = protocol === 'https:' ? 'https:' : `https: ${origin}`;
  return pagePolicy({ ...named, formAction });
}
