import { createHash } from 'node:crypto';
import { isForeignTrap, isTrap, RESERVED_NAMES } from '../../../fields/field-names.ts';
import { mendPattern } from '../../../fields/mend-pattern.ts';
import { printable } from '../../../platform/text/printable.ts';
import { allAllow } from './content-policy.ts';
import { fetchScript, isSafeUrl } from './fetch-page.ts';
import type { Reach } from './reach.ts';
import { note, problem, quoted, type Finding } from './finding.ts';
import { isButton, type PageField } from './page-fields.ts';
import type { Page, PageForm, Script } from './read-page.ts';

/** A form of the page, and what the page does with it. */
export interface Subject {
  page: Page;
  form: PageForm;
  action: URL;
  fields: readonly PageField[];
  /** The script that sends the form without leaving the page. */
  script: PageScript | undefined;
}

export interface PageScript {
  kind: 'form.js' | 'inline';
  element: Script;
}

const SENDS = /\b(?:fetch|XMLHttpRequest|sendBeacon)\b/;

/** True if code in the page sends the form: it names its endpoint, or finds its element by id. */
function isSender(text: string, formId: string, id: string | undefined): boolean {
  if (text.includes(formId)) return true;
  const names = id ? [`'${id}'`, `"${id}"`, `#${id}`] : [];
  return SENDS.test(text) && names.some((name) => text.includes(name));
}

/** The script of the service, else code in the page that sends the form. */
export function scriptOf(
  { scripts }: Page,
  { attributes }: PageForm,
  { formId, base }: { formId: string; base: string },
): PageScript | undefined {
  const ours = scripts.find(
    ({ src }) => src && src.href.startsWith(`${base}/`) && src.pathname.endsWith('/form.js'),
  );
  if (ours) return { kind: 'form.js', element: ours };
  const own = scripts.find(({ text }) => isSender(text, formId, attributes['id']));
  return own && { kind: 'inline', element: own };
}

function* checkAction({ page, action, form }: Subject): Generator<Finding> {
  if (!isSafeUrl(action)) {
    const isMixed = page.url.protocol === 'https:' ? ', and browsers warn before they send it' : '';
    yield problem(
      'action_not_https',
      `The form posts to ${printable(action)}, unencrypted${isMixed}. Begin its action with https://.`,
    );
  }
  const { method = 'get' } = form.attributes;
  if (method.toLowerCase() !== 'post') {
    yield problem(
      'method_not_post',
      'The form has no method="post": where its script does not run, nothing is sent. Add it.',
    );
  }
}

function* checkControls({ form, fields }: Subject): Generator<Finding> {
  const isFilled = ({ controls }: PageField) =>
    controls.some(({ type, value, attributes }) =>
      type === 'checkbox' ? attributes['checked'] !== undefined : value.trim() !== '',
    );
  const traps = fields.filter(({ field: { name } }) => isTrap(name) || isForeignTrap(name));
  for (const trap of traps) {
    const name = quoted(trap.field.name);
    if (isFilled(trap)) {
      const message = `The trap ${name} is filled in the page, so no message arrives. Leave it empty.`;
      yield problem('trap_filled', message);
    } else if (trap.field.required) {
      yield problem(
        'trap_required',
        `The trap ${name} is required, so nobody can send the form. Take required away.`,
      );
    }
  }
  if (traps.length === 0) {
    yield note(
      'no_trap',
      'The form has no hidden trap, which keeps out many programs: copy _gotcha from the form code.',
    );
  }
  for (const control of form.controls) {
    const { tag, type, name, attributes } = control;
    if (name !== '' || isButton(control) || type === 'hidden') continue;
    const label = attributes['id'] ?? attributes['placeholder'] ?? type;
    yield problem(
      'control_without_name',
      `What visitors enter in <${tag}> ${quoted(label)} is not sent. Give it a name.`,
    );
  }
}

/** The effects of fields that people try a form with, and leave in it. */
const LEFT_OVER: Readonly<Record<string, string>> = {
  [RESERVED_NAMES.dry_run[0]]: 'has no message sent at all',
  [RESERVED_NAMES.test[0]]: 'marks every message as a test',
};

const OFF: ReadonlySet<string> = new Set(['', 'false', '0', 'no', 'off']);

function* checkLeftOvers({ fields }: Subject): Generator<Finding> {
  for (const { field, values } of fields) {
    const effect = LEFT_OVER[field.name];
    const isOn = values.some((value) => !OFF.has(value.trim().toLowerCase()));
    if (effect === undefined || !isOn) continue;
    yield problem('left_over_field', `The field ${quoted(field.name)} ${effect}. Remove it.`);
  }
}

function* checkPatterns({ fields }: Subject): Generator<Finding> {
  for (const { name, pattern } of fields.map(({ field }) => field)) {
    const mended = pattern === undefined ? undefined : mendPattern(pattern);
    if (mended === undefined) continue;
    const message = `Browsers ignore the pattern of ${quoted(name)}, as HTML refuses it.`;
    yield note('pattern_ignored', `${message} Write it like this: ${printable(mended)}`, name);
  }
}

function* checkFiles({ form, fields, script }: Subject): Generator<Finding> {
  if (form.attributes['enctype']?.toLowerCase() === 'multipart/form-data') return;
  const when = script ? 'Where the script of the form does not run, the' : 'The';
  for (const { field } of fields.filter((one) => one.field.type === 'file')) {
    const message = `${when} files of ${quoted(field.name)} are sent without their content.`;
    const advice = 'Add enctype="multipart/form-data" to the form.';
    yield (script ? note : problem)('enctype_missing', `${message} ${advice}`, field.name);
  }
}

function* checkPolicies({ page, action, script }: Subject): Generator<Finding> {
  const { policies } = page;
  const isAllowed = (directive: 'form-action' | 'connect-src', url: URL) =>
    allAllow(policies, directive, { url, page: page.url });
  const add = (directive: string, url: URL) =>
    `Add ${url.origin} to ${directive} of the page's Content-Security-Policy.`;
  if (!isAllowed('form-action', action)) {
    const when = script ? 'where its script does not run, ' : '';
    yield problem(
      'policy_form_action',
      `The page forbids browsers to send the form: ${when}nothing happens. ${add('form-action', action)}`,
    );
  }
  if (!script) return;
  const { kind, element } = script;
  if (!isAllowed('connect-src', action)) {
    yield problem(
      'policy_connect',
      `The page forbids its script to send the form, which then fails. ${add('connect-src', action)}`,
    );
  }
  const { src } = element;
  const load = { url: src ?? page.url, page: page.url, attributes: element.attributes };
  if (kind === 'form.js' && src && !allAllow(policies, 'script-src', load)) {
    yield problem(
      'policy_script',
      `The page forbids ${printable(src)}, so visitors leave it to send the form. ${add('script-src', src)}`,
    );
  }
}

const ALGORITHMS = ['sha512', 'sha384', 'sha256'] as const;

/** True if bytes match a digest of `integrity`'s strongest algorithm (Subresource Integrity). */
function fitsIntegrity(integrity: string, bytes: Uint8Array): boolean {
  const digests = integrity.split(/\s+/).map((text) => text.split('?', 1)[0] ?? '');
  const algorithm = ALGORITHMS.find((name) => digests.some((text) => text.startsWith(`${name}-`)));
  if (!algorithm) return true;
  return digests.includes(`${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`);
}

/** Fetches the script like a browser; reports what keeps it from running. Throws CommandError. */
export async function checkScript({ page, script }: Subject, reach: Reach): Promise<Finding[]> {
  const { src, attributes } = script?.element ?? {};
  if (script?.kind !== 'form.js' || !src) return [];
  const leaves = 'so visitors leave the page to send the form';
  if (!isSafeUrl(src)) {
    const blocked = page.url.protocol === 'https:' ? 'browsers do not load it, ' : '';
    return [
      problem(
        'script_not_https',
        `${printable(src)} is not https: ${blocked}${leaves}. Begin it with https://.`,
      ),
    ];
  }
  if (attributes?.['type']?.toLowerCase() !== 'module') {
    return [
      problem(
        'script_no_module',
        `The script of the form does not run, ${leaves}. Add type="module" to it.`,
      ),
    ];
  }
  const bytes = await fetchScript(src, page.url, reach);
  if (!bytes) {
    return [
      problem(
        'script_gone',
        `The service has no script at ${printable(src)}, ${leaves}. Its address ends with /form.js.`,
      ),
    ];
  }
  const { integrity = '' } = attributes;
  if (fitsIntegrity(integrity, bytes)) {
    const message =
      '/form.js changes with the service, and its integrity will not fit then. Take integrity away.';
    return integrity === '' ? [] : [note('integrity_pins', message)];
  }
  return [
    problem(
      'integrity_differs',
      `The integrity of ${printable(src)} does not fit, ${leaves}. Take integrity away: the script changes with the service.`,
    ),
  ];
}

/** Findings from the page itself about a form; sends no request. */
export function* checkMarkup(subject: Subject): Generator<Finding> {
  yield* checkAction(subject);
  yield* checkControls(subject);
  yield* checkLeftOvers(subject);
  yield* checkPatterns(subject);
  yield* checkFiles(subject);
  yield* checkPolicies(subject);
}
