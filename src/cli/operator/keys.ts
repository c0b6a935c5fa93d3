import { setTimeout as wait } from 'node:timers/promises';
import { countByKey, resealRoutes } from '../../forms/reseal-routes.ts';
import { keyCheck } from '../../platform/secrets/keyring.ts';
import { keyCheckName } from '../../platform/stores/check-keys.ts';
import { changeKeyFile, formatSealingKeys, newSealingKey } from '../../platform/stores/key-file.ts';
import { KEY_WATCH_INTERVAL } from '../../platform/stores/key-watch.ts';
import type { OpenedStore } from '../../platform/stores/open-store.ts';
import { CommandError, confirm, count, headings, show, table } from '../command.ts';
import { withStore } from './database.ts';
import type { OperatorContext, OperatorRun } from './context.ts';

/** Milliseconds after which a running service certainly encrypts with a new key. */
const NOTICE = 3 * KEY_WATCH_INTERVAL;

export const listKeys: OperatorRun = async (context) => {
  const keys = await withStore(context.readSettings(), async ({ store, keyring, keyIds }) => {
    const counts = await countByKey(store.routes);
    const ids = new Set([...keyIds, ...counts.keys()]);
    const { sealing } = keyring;
    return Array.from(ids, (id) => ({ id, seals: id === sealing.id, rows: counts.get(id) ?? 0 }));
  });
  const rows = keys.map(({ id, seals, rows: number }) => [id, seals ? 'yes' : '', `${number}`]);
  show(context, { keys }, () => table([headings(['ID', 'SEALS', 'ROWS']), ...rows]));
};

/** `k2` after `k1`; ids of another form are skipped. */
function nextId(ids: readonly string[]): string {
  const numbers = ids.map((id) => Number(/^k(\d{1,9})$/.exec(id)?.[1] ?? 0));
  return `k${Math.max(0, ...numbers) + 1}`;
}

/** Puts a new key first in the key file, and waits until the service encrypts with it. */
async function addToFile(
  context: OperatorContext,
  { store, keyring }: OpenedStore,
  keyFile: string,
) {
  const [added] = changeKeyFile(keyFile, (keys) => [
    newSealingKey(nextId(keys.map(({ id }) => id))),
    ...keys,
  ]);
  if (!added) throw new Error('the key file has no key');
  // After the file: the service does not start with a check value whose key is missing.
  await store.addKeyCheck(keyCheckName(added.id), keyCheck(added.secret));
  keyring.refresh();
  context.print(
    `Added the key ${added.id} to ${keyFile}. Replace your copies of that file.`,
    'Waiting for a running service to load it.',
  );
  await wait(NOTICE);
}

async function reseal(context: OperatorContext, opened: OpenedStore): Promise<number> {
  const { id } = opened.keyring.sealing;
  const { resealed, unreadable } = await resealRoutes(opened, (done) =>
    context.print(`Re-encrypted ${count(done, 'row')} with ${id}.`),
  );
  if (unreadable > 0) {
    throw new CommandError(`No key opens ${count(unreadable, 'row')}; left unchanged.`);
  }
  return resealed;
}

function retireHint(id: string, keyIds: readonly string[]): string[] {
  const commands = keyIds
    .filter((other) => other !== id)
    .map((old) => `letterslot keys retire ${old}`);
  if (commands.length === 0) return [];
  return [
    `Every row is encrypted with ${id}. Verification links of the old key are valid for another ` +
      `day; after it: ${commands.join(' and ')}`,
  ];
}

function proposeKey(ids: readonly string[]): string[] {
  const added = newSealingKey(nextId(ids));
  const [first = '', ...others] = ids;
  const more =
    others.length === 0
      ? []
      : [
          `SEALING_KEYS lists ${others.join(', ')} too, which no row needs. If that is the new key, ` +
            'continue with step 2 and it; if it is an old key, retire it.',
          '',
        ];
  return [
    ...more,
    `Every row is encrypted with ${first}, the first key in SEALING_KEYS. A new key to rotate to:`,
    '',
    `  ${formatSealingKeys([added])}`,
    '',
    '1. Put it last in SEALING_KEYS on every node, and restart it; one node after the other:',
    `   SEALING_KEYS=${ids.map((id) => `${id}:…`).join(',')},${added.id}:…`,
    '2. When every node has it, put it first, again one node after the other:',
    `   SEALING_KEYS=${[added.id, ...ids].map((id) => `${id}:…`).join(',')}`,
    '3. When every node has it first, run on one of them: letterslot keys rotate',
    '',
    'Keep a copy of it with your copies of the other keys; it is not shown again.',
  ];
}

export const rotateKeys: OperatorRun = async (context) => {
  await withStore(context.readSettings(), async (opened) => {
    const { store, keyring, keyIds, keyFile } = opened;
    const counts = await countByKey(store.routes);
    const begun = Array.from(counts.keys()).some((id) => id !== keyring.sealing.id);
    if (!begun && keyFile === undefined) return context.print(...proposeKey(keyIds));
    if (!begun && keyFile !== undefined) await addToFile(context, opened, keyFile);
    const resealed = await reseal(context, opened);
    const { id } = keyring.sealing;
    context.print(
      `The rotation to ${id} is complete: ${count(resealed, 'row')} re-encrypted.` +
        (begun ? ' No key was added.' : ''),
      ...retireHint(id, keyIds),
    );
  });
};

async function checkRetirable({ store, keyring, keyIds }: OpenedStore, id: string): Promise<void> {
  if (!keyIds.includes(id) && !(await store.listKeyChecks()).has(keyCheckName(id))) {
    throw new CommandError(`There is no sealing key ${id}; letterslot keys list shows them.`);
  }
  if (keyring.sealing.id === id) {
    throw new CommandError(
      `New rows are encrypted with ${id}: first rotate to another key with letterslot keys rotate.`,
    );
  }
  const rows = (await countByKey(store.routes)).get(id) ?? 0;
  if (rows > 0) {
    throw new CommandError(
      `${id} is still needed by ${count(rows, 'row')}: letterslot keys rotate re-encrypts them.`,
    );
  }
}

export const retireKey: OperatorRun = async (context) => {
  const [id = ''] = context.positionals;
  const keyFile = await withStore(
    context.readSettings(),
    async (opened) => {
      await checkRetirable(opened, id);
      await confirm(context, () => `Retire the sealing key ${id} for good? Backups may need it.`);
      // Before the file: the service does not start with a check value whose key is missing.
      await opened.store.removeKeyCheck(keyCheckName(id));
      if (opened.keyFile !== undefined && opened.keyIds.includes(id)) {
        changeKeyFile(opened.keyFile, (keys) => keys.filter((key) => key.id !== id));
      }
      return opened.keyFile;
    },
    { retiring: id },
  );
  context.print(
    keyFile === undefined
      ? `${id} is retired. Now remove it from SEALING_KEYS on every node and restart each. If a ` +
          'start reports it missing, a node with the old value has started in between: retire it again.'
      : `${id} is retired and removed from ${keyFile}.`,
    'Sessions of inboxes that began with it end. Links in mails do not need it.',
    'Backups from before the rotation need it: keep a copy with them.',
  );
};
