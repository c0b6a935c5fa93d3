import { parseFormId } from '../../../contract/names.ts';
import { token as parseToken } from '../../../platform/settings/setting-parsers.ts';
import {
  asFormId,
  count,
  EXIT,
  programOf,
  readOption,
  show,
  styled,
  UsageError,
  type CommandContext,
} from '../../command.ts';
import { clientCommand, findForm, givenSecret } from '../client.ts';
import { printable } from '../../../platform/text/printable.ts';
import { checkForm, type CheckReport, type Seen } from './check-form.ts';
import { fetchPage, isSafeUrl } from './fetch-page.ts';
import { problem, type Finding } from './finding.ts';
import { openReach } from './reach.ts';
import { readPage, type Page } from './read-page.ts';

/** Forms of one page that are checked. */
const MOST_FORMS = 20;

const ENDPOINT = /^(.*)\/f\/(cfm_\w+)\/?$/;

function seenIn({ forms }: Page): Seen[] {
  return forms.flatMap((form) => {
    const { action } = form;
    const [, base = '', formId = ''] =
      ENDPOINT.exec(action ? action.origin + action.pathname : '') ?? [];
    return action && parseFormId(formId) ? [{ form, action, base, formId }] : [];
  });
}

function readPageUrl([text = '']: CommandContext['positionals']): URL {
  const url = URL.parse(text);
  if (url && isSafeUrl(url) && !url.username && !url.password) return url;
  throw new UsageError('URL must be that of a page, https://…, or http:// on this machine.');
}

const NO_FORM =
  'The HTML of the page has no form whose action is an endpoint, https://…/f/cfm_…. If a script of the page renders it, ' +
  'it cannot be seen without a browser: name the form with --form to check the rest.';

/** The endpoint of a form that scripts of the page have. */
const NAMED = /\/f\/(cfm_[A-Z0-9]{16})\b/;

function describeNone({ scripts }: Page): Finding {
  const [, id] = NAMED.exec(scripts.map(({ text }) => text).join('\n')) ?? [];
  return problem('no_form', id === undefined ? NO_FORM : `${NO_FORM} A script of it names ${id}.`);
}

const OUTCOMES: Readonly<Record<CheckReport['outcome'], string>> = {
  delivered: 'A message of a visitor is delivered.',
  challenge: 'A message of a visitor is delivered once their browser has solved a challenge.',
  refused: 'A message of a visitor is not delivered.',
  trapped: 'A message of a visitor is dropped as spam.',
};

const describeFinding = ({ level, code, message }: Finding): string =>
  `  ${styled(level === 'problem' ? 'red' : 'yellow', `${level}:`)} ${message} (${code})`;

const describeReport = ({ form_id: id, outcome, findings }: CheckReport): string[] => [
  `${styled('bold', id)}: ${OUTCOMES[outcome]}`,
  ...findings.map(describeFinding),
];

/** Fetches a page and reports what visitors of its forms would meet; exits with 1 on a fault. */
export const checkPage = clientCommand(async (context) => {
  const wanted = readOption(context, 'form', asFormId);
  const typed = readPageUrl(context.positionals);
  const reach = await openReach(typed);
  const page = readPage(await fetchPage(typed, reach));
  const token = await givenSecret(context, 'token-file', 'LETTERSLOT_TOKEN', parseToken);
  const seen = seenIn(page).filter(({ formId }) => wanted === undefined || formId === wanted);
  const forms: CheckReport[] = [];
  for (const one of seen.slice(0, MOST_FORMS)) {
    const form = await findForm(context, one.formId, token, one.base);
    forms.push(await checkForm(page, one, form, reach));
  }
  if (wanted !== undefined && seen.length === 0) {
    forms.push(await checkForm(page, undefined, await findForm(context, wanted, token), reach));
  }
  const findings = forms.length === 0 ? [describeNone(page)] : [];
  const all = [...findings, ...forms.flatMap((form) => form.findings)];
  const problems = all.filter(({ level }) => level === 'problem').length;
  show(context, { success: problems === 0, page: page.url.href, findings, forms }, () => [
    ...findings.map(describeFinding),
    ...forms.flatMap(describeReport),
    `${printable(page.url)}: ${count(problems, 'problem')}, ${count(all.length - problems, 'note')}`,
  ]);
  const [first] = forms;
  const isReady = problems === 0 && first?.outcome === 'delivered' && !context.flag('json');
  if (isReady) context.note(`Next: ${programOf(context)} form test ${first.form_id}`);
  return problems === 0 ? EXIT.ok : EXIT.fault;
});
