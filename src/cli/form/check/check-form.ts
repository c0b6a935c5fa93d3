import type { FormSettings } from '../../../contract/form-settings.ts';
import type { InstallArtifact, RouteResource } from '../../../contract/schemas.ts';
import type { ClientForm } from '../client.ts';
import { call, hasCode } from '../deployment.ts';
import { printable } from '../../../platform/text/printable.ts';
import { fetchSettings } from '../settings.ts';
import { checkMarkup, checkScript, scriptOf, type Subject } from './check-markup.ts';
import { checkHabits } from './check-habits.ts';
import { compareCopies, compareFields } from './compare-fields.ts';
import { tryOut, type DryRunOutcome, type Sender } from './dry-run.ts';
import { isSafeUrl } from './fetch-page.ts';
import type { Reach } from './reach.ts';
import { note, problem, type Finding } from './finding.ts';
import { fieldsOf, fillIn, type Sampled } from './page-fields.ts';
import { readPage, type Page, type PageForm } from './read-page.ts';

/** A form of the page whose action is an endpoint: `base`, `/f/` and the id of the form. */
export interface Seen {
  form: PageForm;
  action: URL;
  base: string;
  formId: string;
}

export interface CheckReport {
  form_id: string;
  /** True if the form is in the HTML of the page. */
  in_page: boolean;
  /** The fate of a message. */
  outcome: DryRunOutcome['outcome'];
  findings: Finding[];
}

type Settings = Pick<FormSettings, 'fields' | 'unknown_fields' | 'challenge' | 'files' | 'copies'>;

/** The settings; undefined, with a note about it, without a token that fits. */
async function readSettings(form: ClientForm, findings: Finding[]): Promise<Settings | undefined> {
  if (form.token === undefined) return undefined;
  try {
    return (await fetchSettings(form)).body.settings;
  } catch (error) {
    if (!hasCode(error, 'management_token_invalid')) throw error;
    const message = 'The token is of another form, so fields were compared by the dry run alone.';
    findings.push(note('token_of_another_form', message));
    return undefined;
  }
}

function* checkRoute(route: RouteResource, seen: Seen | undefined): Generator<Finding> {
  if (route.status !== 'active') {
    yield problem('not_active', `No message is delivered. ${printable(route.message)}`);
  }
  const endpoint = URL.parse(route.endpoint)?.href;
  if (seen && endpoint !== seen.action.origin + seen.action.pathname) {
    const addresses = `${printable(seen.action)}, and its public address is ${printable(route.endpoint)}`;
    yield note('other_address', `The form posts to ${addresses}. Use that one.`);
  }
}

/** Values for a form that is not in the page's HTML: taken from the service's form code. */
async function sampleUnseen(
  { url, formId }: ClientForm,
  { fields = [], files }: Settings,
): Promise<Sampled> {
  const { body } = await call<InstallArtifact>('getRouteInstall', { url, formId });
  const html = body.files[0]?.content ?? '';
  const [form] = readPage({ url: new URL(url), headers: new Headers(), html }).forms;
  return fillIn(form ? fieldsOf(form) : [], fields, files?.types ?? []);
}

/** The dry runs of each sender; faults of browsers alone occur only without the script. */
async function runEach(run: (sender: Sender) => Promise<DryRunOutcome>, hasScript: boolean) {
  const byBrowser = await run('browser');
  if (!hasScript) return byBrowser;
  const { outcome, findings } = await run('script');
  const known = new Set(findings.map(({ message }) => message));
  const further = byBrowser.findings
    .filter(({ message }) => !known.has(message))
    .map(({ code, message }) =>
      note(code, `Where the script of the form does not run: ${message}`),
    );
  return { outcome, findings: [...findings, ...further] };
}

const UNSOLVED =
  'The form asks for the solution of a challenge, and no script was found in the page that solves it: without one, ' +
  'visitors meet a page of the service that does. Add form.js to stay on the page.';

function checkChallenge(
  { page, script }: Pick<Subject, 'page' | 'script'>,
  outcome: DryRunOutcome['outcome'],
  { challenge }: Settings,
): Finding[] {
  const isAsked = outcome === 'challenge' || challenge === 'always';
  const isSolved =
    page.hasWidget || script?.kind === 'form.js' || script?.element.text.includes('altcha');
  return isAsked && !isSolved ? [note('challenge_page', UNSOLVED)] : [];
}

async function checkSeen(
  page: Page,
  { form, action, base, formId, reach, isLed }: Seen & { reach: Reach; isLed: boolean },
  settings: Settings,
  findings: Finding[],
): Promise<DryRunOutcome['outcome']> {
  const fields = fieldsOf(form);
  const script = scriptOf(page, form, { formId, base });
  const subject: Subject = { page, form, action, fields, script };
  findings.push(...checkMarkup(subject), ...checkHabits(subject));
  findings.push(...(await checkScript(subject, reach)));
  findings.push(...compareFields(settings, fields), ...compareCopies(settings, fields));
  if (!isSafeUrl(action)) return 'refused';
  const sampled = fillIn(fields, settings.fields ?? [], settings.files?.types ?? []);
  const target = { url: base, formId, fetch: isLed ? reach.fetch : undefined };
  const sent = { target, page: page.url, sampled };
  const { referrerPolicy } = page;
  const enctype = (form.attributes['enctype'] ?? '').toLowerCase();
  const told = new Set(findings.map(({ field }) => field).filter((name) => name !== undefined));
  const { outcome, findings: met } = await runEach(
    (sender) => tryOut({ ...sent, sender, referrerPolicy, enctype }),
    script !== undefined,
  );
  findings.push(...met.filter(({ field }) => field === undefined || !told.has(field)));
  findings.push(...checkChallenge(subject, outcome, settings));
  // The redirect of the page was not sent, and with it a message is refused.
  return findings.some(({ code }) => code === 'invalid_redirect_url') ? 'refused' : outcome;
}

const UNSEEN =
  'The form is not in the HTML of the page: a script renders it, which only a browser runs, or your server posts it. Its ' +
  'state and the origin of the page were checked, and not what visitors see.';

async function checkUnseen(
  { url, referrerPolicy }: Page,
  client: ClientForm,
  settings: Settings,
  findings: Finding[],
): Promise<DryRunOutcome['outcome']> {
  findings.push(note('not_in_page', UNSEEN));
  const sampled = await sampleUnseen(client, settings);
  const target = { url: client.url, formId: client.formId };
  const sent = {
    target,
    page: url,
    sender: 'script',
    referrerPolicy,
    enctype: '',
    sampled,
  } as const;
  const { outcome, findings: met } = await tryOut(sent);
  findings.push(...met);
  return outcome;
}

const unreached = (action: URL) =>
  `The form posts to ${printable(action)}, which is not https or a private address: visitors cannot reach it, and ` +
  'it was not asked. Put the public https:// endpoint into action.';

/** Checks a form at its deployment, even one outside the page's HTML. Throws CommandError. */
export async function checkForm(
  page: Page,
  seen: Seen | undefined,
  named: ClientForm,
  reach: Reach,
): Promise<CheckReport> {
  const isLed = seen !== undefined && named.isOwn !== true;
  const client = isLed && named.url === seen.base ? { ...named, fetch: reach.fetch } : named;
  const { url, formId } = client;
  const findings: Finding[] = [];
  const report = { form_id: formId, in_page: seen !== undefined, findings };
  if (isLed && !(await reach.mayLead(page.url, seen.action))) {
    findings.push(problem('private_address', unreached(seen.action)));
    return { ...report, outcome: 'refused' };
  }
  try {
    const { body: route } = await call<RouteResource>('getRoute', {
      url,
      formId,
      fetch: client.fetch,
    });
    findings.push(...checkRoute(route, seen));
  } catch (error) {
    if (!hasCode(error, 'route_not_found')) throw error;
    const message = `There is no form ${formId} at ${printable(url)}: it was deleted, or its operator has taken it offline.`;
    findings.push(problem('route_not_found', `${message} Use the endpoint of another one.`));
    return { ...report, outcome: 'refused' };
  }
  const settings = (await readSettings(client, findings)) ?? {};
  const outcome = seen
    ? await checkSeen(page, { ...seen, reach, isLed }, settings, findings)
    : await checkUnseen(page, client, settings, findings);
  return { ...report, outcome };
}
