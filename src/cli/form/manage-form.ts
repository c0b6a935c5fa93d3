import type {
  FormCounts,
  RouteResource,
  SubmissionAccepted,
  TestReport,
} from '../../contract/schemas.ts';
import {
  CommandError,
  confirm,
  EXIT,
  headings,
  printJson,
  show,
  styled,
  table,
} from '../command.ts';
import { clientCommand, openForm, openOwnForm, type ClientForm } from './client.ts';
import { call, hasCode, type Fetch } from './deployment.ts';
import { printable } from '../../platform/text/printable.ts';
import { type SavedForm, SavedForms, toTokens } from './saved-forms.ts';
import {
  differences,
  fetchSettings,
  latest,
  showValue,
  type SettingsDocument,
  type SettingsView,
} from './settings.ts';

/** A form's name for people: its setting `name`, else the alias of its creation. */
const nameOf = ({ alias }: RouteResource, settings: SettingsDocument = {}) =>
  printable(typeof settings['name'] === 'string' ? settings['name'] : alias);

export const deleteForm = clientCommand(async (context) => {
  const form = await openOwnForm(context);
  await confirm(context, async () => {
    const { body: route } = await call<RouteResource>('getRoute', form);
    const { settings } = (await fetchSettings(form)).body;
    return `Delete “${nameOf(route, settings)}”, ${printable(route.endpoint)}, for good?`;
  });
  const { body } = await call<object>('deleteRoute', form);
  await new SavedForms(context).remove(form.url, form.formId);
  show(context, body, () => [`${form.formId} is deleted for good; its endpoint answers 404.`]);
});

const NO_FORMS =
  'No form was made on this machine. Make one: letterslot form create you@example.com';

/** Milliseconds for the state of one form: a list must not wait for a deployment that is gone. */
const STATE_PATIENCE = 5_000;

const fetchSoon: Fetch = (url, init) =>
  fetch(url, { ...init, signal: AbortSignal.timeout(STATE_PATIENCE) });

/** Whether a form delivers, in a word of `state` in its settings, or why nobody knows. */
async function stateOf({ url, form_id: formId, management_token: token }: SavedForm) {
  try {
    const { state = 'unknown' } = (await fetchSettings({ url, formId, token, fetch: fetchSoon }))
      .body;
    return state;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (hasCode(error, 'route_not_found')) return 'deleted';
    return hasCode(error, 'unreachable') ? 'unreachable' : 'unknown';
  }
}

/** Lists the forms with tokens on this machine; prints the tokens only on request. */
export const listForms = clientCommand(async (context) => {
  const forms = await new SavedForms(context).list();
  if (context.flag('tokens')) return printJson(context, toTokens(forms));
  const listed = await Promise.all(
    forms.map(async (form) => {
      const { form_id, alias, name = alias, url } = form;
      return { form_id, status: await stateOf(form), name, alias, url };
    }),
  );
  const rows = listed.map(({ form_id: id, status, name, url }) => [
    id,
    printable(status),
    url,
    printable(name),
  ]);
  const head = headings(['FORM ID', 'STATUS', 'DEPLOYMENT', 'NAME']);
  show(context, { forms: listed }, () => (rows.length === 0 ? [NO_FORMS] : table([head, ...rows])));
});

type TestOutcome = Partial<Pick<TestReport, 'reasons'>> & Pick<SubmissionAccepted, 'delivery'>;

/** With a token, sends a test and waits for all deliveries; else sends a marked submission. */
async function sendTest(form: ClientForm): Promise<TestOutcome> {
  if (form.token !== undefined) return (await call<TestReport>('testForm', form)).body;
  const body = { message: 'A test from the command line.', _test: true };
  return (await call<SubmissionAccepted>('submitForm', form, { body })).body;
}

/** Sends a marked test; exit code 1 if one of its places did not get it. */
export const testForm = clientCommand(async (context) => {
  const report = await sendTest(await openForm(context));
  const { delivery = {}, reasons = {} } = report;
  show(context, report, () =>
    Object.entries(delivery).map(([place, result]) => {
      const reason = reasons[place];
      const outcome = result === 'failed' ? styled('red', result) : printable(result);
      return `${printable(place)}: ${outcome}${reason ? ` (${printable(reason)})` : ''}`;
    }),
  );
  return Object.values(delivery).includes('failed') ? EXIT.fault : EXIT.ok;
});

type Days = FormCounts['days'];

async function readOwn(form: ClientForm) {
  if (form.token === undefined) return {};
  const [view, counts] = await Promise.all([
    fetchSettings(form),
    call<FormCounts>('getCounts', form),
  ]);
  return { view: view.body, days: counts.body.days };
}

const SHOWN_DAYS = 14;
const DAY = 86_400_000;
const BARS = '▁▂▃▄▅▆▇█';

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** A bar for each day, the highest for the day with the most. */
function drawBars(numbers: readonly number[]): string {
  const most = Math.max(1, ...numbers);
  const bar = (number: number) => BARS[Math.ceil((number / most) * (BARS.length - 1))] ?? '';
  return numbers.map(bar).join('');
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The last days as a line: a picture of what was delivered, and the sums. */
function describeDays(days: Days, now: number): string {
  const dates = Array.from({ length: SHOWN_DAYS }, (_, ago) =>
    dateOf(now - (SHOWN_DAYS - 1 - ago) * DAY),
  );
  const shown = days.filter(({ date }) => dates.includes(date));
  const delivered = dates.map((day) => shown.find(({ date }) => date === day)?.delivered ?? 0);
  const failed = sum(shown.map((day) => day.failed));
  const refused = sum(shown.flatMap((day) => Object.values(day.refused)));
  return `${drawBars(delivered)}  ${sum(delivered)} delivered, ${failed} failed, ${refused} refused`;
}

function describeSettings(view: SettingsView): string[][] {
  const set = Object.entries(view.settings).map(([name, value]) => [name, showValue(value)]);
  const waiting = differences(view.settings, latest(view)).map((name) => [
    name,
    `${showValue(latest(view)[name])} (waits for the owner of the inbox)`,
  ]);
  return [...set, ...waiting].map(([name = '', value = '']) => [`  ${printable(name)}`, value]);
}

/** A time of the service for people: `2026-01-31 09:30 UTC`. */
const showTime = (iso: string) => {
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[:.\d]*Z$/.exec(iso) ?? [];
  return day === undefined ? printable(iso) : `${day} ${minute} UTC`;
};

const HEALTH = {
  bounced: 'mail to the inbox came back: the form delivers nothing',
  complaint: 'a mail was called spam: the form delivers nothing',
  healed: 'the inbox takes mail again',
} as const;

/** Rows besides the settings: delivery of mail, state of copies, and disabled places. */
export function describeStanding(view: SettingsView): string[][] {
  const { health, copies = [], targets_off: off = [] } = view;
  const said =
    health && `${HEALTH[health.status]}, since ${showTime(health.until ?? health.since)}`;
  return [
    ...(said === undefined ? [] : [['Health', printable(said)]]),
    ...(copies.length > 0 ? [['Copies', '']] : []),
    ...copies.map(({ address, status }) => [
      `  ${printable(address)}`,
      printable(status.replace('_', ' ')),
    ]),
    ...(off.length > 0 ? [['Switched off', '']] : []),
    ...off.map(({ name, status, since }) => [
      `  ${printable(name)}`,
      printable(`answered ${status}, since ${showTime(since)}`),
    ]),
  ];
}

function describeRoute(route: RouteResource, view: SettingsView | undefined) {
  const { form_id: id, status, endpoint, message, created_at: made } = route;
  const { state = status } = view ?? {};
  const standing =
    state === 'active'
      ? styled('green', 'active')
      : `${styled('yellow', printable(state.replace('_', ' ')))} (${printable(message)})`;
  return [
    ['Form', printable(id)],
    ['Name', nameOf(route, view?.settings)],
    ['Status', standing],
    ['Endpoint', printable(endpoint)],
    ...(made === undefined ? [] : [['Created', showTime(made)]]),
  ];
}

export const showForm = clientCommand(async (context) => {
  const form = await openForm(context);
  const { url, formId } = form;
  const { body: route } = await call<RouteResource>('getRoute', { url, formId });
  const { view, days } = await readOwn(form);
  const { settings, state, proposed, health, copies, targets_off } = view ?? {};
  if (settings) await new SavedForms(context).remember(url, formId, settings);
  show(context, { ...route, state, settings, proposed, health, copies, targets_off, days }, () => {
    const rows = view ? describeSettings(view) : [];
    return table([
      ...describeRoute(route, view),
      ...(days ? [[`${SHOWN_DAYS} days`, describeDays(days, Date.now())]] : []),
      ...(rows.length > 0 ? [['Settings', ''], ...rows] : []),
      ...(view ? describeStanding(view) : []),
    ]);
  });
  if (form.token === undefined && !context.flag('json')) {
    context.note('Settings and counts need its token: LETTERSLOT_TOKEN or --token-file.');
  }
});
