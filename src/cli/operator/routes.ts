import { webhookOf } from '../../forms/targets/channels.ts';
import { parseEmailAddress } from '../../platform/text/email-address.ts';
import { identifyInbox } from '../../inboxes/inbox-identity.ts';
import { openRoute } from '../../forms/route.ts';
import { type RouteRow, walkRoutes, type RouteStore } from '../../platform/stores/route-table.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { UnsealError } from '../../platform/secrets/sealed-box.ts';
import { integer, oneOf } from '../../platform/settings/setting-parsers.ts';
import {
  CommandError,
  confirm,
  headings,
  readFormId,
  readOption,
  show,
  table,
} from '../command.ts';
import { withStore } from './database.ts';
import type { OperatorContext, OperatorRun } from './context.ts';

/** In words of `state`, as far as a row tells without its keys, and `suspended` by the operator. */
const STATUSES = ['active', 'unconfirmed', 'stopped', 'suspended'] as const;
type Status = (typeof STATUSES)[number];

const DEFAULT_LIMIT = 100;

function ownerOf(keyring: Keyring, text: string): string {
  const address = parseEmailAddress(text);
  if (!address) throw new Error('must be an email address');
  return identifyInbox(keyring, address).owner;
}

function statusOf({ suspendedAt, stoppedAt, status }: RouteRow): Status {
  if (suspendedAt !== null) return 'suspended';
  if (status === 'active') return 'active';
  return stoppedAt === null ? 'unconfirmed' : 'stopped';
}

/** The encrypted values of the row; only a mark if the row was altered. */
function reveal(keyring: Keyring, row: RouteRow) {
  try {
    const { address, alias, targets } = openRoute(keyring, row);
    return { address, alias, webhook_url: webhookOf(targets)?.url };
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    return { address: '(cannot be opened)' };
  }
}

const HEADINGS = ['FORM ID', 'STATUS', 'MODE', 'CREATED'];
const REVEALED_HEADINGS = [...HEADINGS, 'ADDRESS', 'ALIAS', 'WEBHOOK'];

/** A form as it is printed, its members in the order of the headings. */
const toListed = (row: RouteRow, keyring: Keyring | undefined) => ({
  form_id: row.formId,
  status: statusOf(row),
  mode: row.mode,
  created_at: new Date(row.createdAt).toISOString(),
  ...(keyring && reveal(keyring, row)),
});

/** Lists routes in the order of their ids; addresses, aliases and webhooks only with --reveal. */
export const listRoutes: OperatorRun = async (context) => {
  const settings = context.readSettings();
  const limit = readOption(context, 'limit', integer(1, 1_000_000)) ?? DEFAULT_LIMIT;
  const status = readOption(context, 'status', oneOf(...STATUSES));
  const revealed = context.flag('reveal');
  const { routes, more } = await withStore(settings, async ({ store, keyring }) => {
    const owner = readOption(context, 'email', (text) => ownerOf(keyring, text));
    const found: ReturnType<typeof toListed>[] = [];
    for await (const rows of walkRoutes(store.routes)) {
      for (const row of rows) {
        const isWanted =
          (status === undefined || status === statusOf(row)) &&
          (owner === undefined || owner === row.owner);
        if (!isWanted) continue;
        if (found.length === limit) return { routes: found, more: true };
        found.push(toListed(row, revealed ? keyring : undefined));
      }
    }
    return { routes: found, more: false };
  });
  const head = headings(revealed ? REVEALED_HEADINGS : HEADINGS);
  const toCells = (route: object) => Object.values(route).map((value) => String(value ?? ''));
  show(context, { routes, more }, () => [
    ...(routes.length === 0 ? ['No form matches.'] : table([head, ...routes.map(toCells)])),
    ...(more ? [`There are more: --limit ${limit * 2}.`] : []),
  ]);
};

/** Changes a form; false if there was nothing to change. */
type Change = (routes: RouteStore, row: RouteRow, context: OperatorContext) => Promise<boolean>;

const changing =
  (change: Change, done: string, idle = ''): OperatorRun =>
  async (context) => {
    const formId = readFormId(context);
    await withStore(context.readSettings(), async ({ store: { routes } }) => {
      const row = await routes.findEvenSuspended(formId);
      if (!row) throw new CommandError(`There is no form ${formId} in this database.`);
      if (!(await change(routes, row, context)))
        throw new CommandError(`The form ${formId} ${idle}.`);
    });
    context.print(`${formId} ${done}`);
  };

export const deleteRoute = changing(async (routes, row, context) => {
  const { formId, createdAt } = row;
  const made = new Date(createdAt).toISOString().slice(0, 10);
  await confirm(context, () => `Delete ${formId}, ${statusOf(row)}, made on ${made}, for good?`);
  await routes.remove(formId);
  return true;
}, 'is deleted for good; its endpoint answers 404.');

export const suspendRoute = changing(
  (routes, { formId }) => routes.suspend(formId, Date.now()),
  'is suspended: it answers 404 everywhere until it is resumed.',
  'is already suspended',
);

export const resumeRoute = changing(
  async (routes, { formId, suspendedAt }) => {
    if (suspendedAt === null) return false;
    await routes.resume(formId);
    return true;
  },
  'is resumed, in the state it was suspended in.',
  'is not suspended',
);
