import { setTimeout as wait } from 'node:timers/promises';
import type { OpenedStore } from '../open/open-store.ts';
import { countByKey, resealRoutes } from '../../domain/routes/reseal-routes.ts';
import { keyCheck } from '../../platform/secrets/keyring.ts';
import { changeKeyFile } from '../../platform/stores/change-key-file.ts';
import { keyCheckName } from '../../platform/stores/check-keys.ts';
import { formatSealingKeys, newSealingKey } from '../../platform/stores/key-file.ts';
import { KEY_WATCH_INTERVAL } from '../../platform/stores/key-watch.ts';
import { CommandError, EXIT, type CommandContext, type Run } from './command.ts';
import { withStore } from './open-existing.ts';
import { count } from './table.ts';

/** Milliseconds after which a running service has surely taken over a new key, and sealed with it. */
const NOTICE = 3 * KEY_WATCH_INTERVAL;

/** `k2` after `k1`; ids of another form are passed over. */
function nextId(ids: readonly string[]): string {
  const numbers = ids.map((id) => Number(/^k(\d{1,9})$/.exec(id)?.[1] ?? 0));
  return `k${Math.max(0, ...numbers) + 1}`;
}

/** Puts a new key first in the key file, and waits until the service seals with it. */
async function addToFile(
  context: CommandContext,
  { store, keyring }: OpenedStore,
  keyFile: string,
) {
  const [added] = changeKeyFile(keyFile, (keys) => [
    newSealingKey(nextId(keys.map(({ id }) => id))),
    ...keys,
  ]);
  if (!added) throw new Error('the key file has no key');
  // After the file: a check value without its key would keep the service from starting.
  await store.addKeyCheck(keyCheckName(added.id), keyCheck(added.secret));
  keyring.refresh();
  context.print(
    `Added the key ${added.id} to ${keyFile}. Put a copy of the file to your other copies of it.`,
    'Waiting for a running service to take it over.',
  );
  await wait(NOTICE);
}

async function reseal(context: CommandContext, { store, keyring }: OpenedStore): Promise<number> {
  const { id } = keyring.sealing;
  const { resealed, unreadable } = await resealRoutes({
    routes: store.routes,
    keyring,
    report: (done) => context.print(`${count(done, 'row')} sealed anew with ${id}.`),
  });
  if (unreadable > 0) {
    throw new CommandError(
      `${count(unreadable, 'row')} could not be opened with any key, and nothing was changed there.`,
    );
  }
  return resealed;
}

const retireHint = (id: string, others: readonly string[]) =>
  others.length === 0
    ? []
    : [
        `Every row is sealed with ${id}. A day from now, when no verification link of the old key is ` +
          `valid any more: ${others.map((other) => `letterslot keys retire ${other}`).join(' and ')}`,
      ];

/** What an operator does whose keys come from the settings. */
function proposeKey(ids: readonly string[]): string[] {
  const added = newSealingKey(nextId(ids));
  const [first = '', ...others] = ids;
  const more =
    others.length === 0
      ? []
      : [
          `SEALING_KEYS lists ${others.join(', ')} too, which no row needs. If that is the key to ` +
            'rotate to, go on with step 2 and it; if it is an old one, retire it.',
          '',
        ];
  return [
    ...more,
    `Every row is sealed with ${first}, the first key in SEALING_KEYS. A new key to rotate to:`,
    '',
    `  ${formatSealingKeys([added])}`,
    '',
    '1. Put it last, behind a comma, on every node, one node after the other with a restart each:',
    `   SEALING_KEYS=${ids.map((id) => `${id}:…`).join(',')},${added.id}:…`,
    '2. When every node has it, put it first, again node by node with a restart each:',
    `   SEALING_KEYS=${[added.id, ...ids].map((id) => `${id}:…`).join(',')}`,
    '3. When every node has it first, on one of them: letterslot keys rotate',
    '',
    'Keep a copy of it where the other keys are; it is shown only now.',
  ];
}

/** Moves every row to another sealing key, while the service goes on. */
export const rotateKeys: Run = async (context) => {
  await withStore(context.readSettings(), async (opened) => {
    const { store, keyring, keyIds, keyFile } = opened;
    const counts = await countByKey(store.routes);
    const begun = Array.from(counts.keys()).some((id) => id !== keyring.sealing.id);
    if (begun) {
      const resealed = await reseal(context, opened);
      context.print(
        `The rotation to ${keyring.sealing.id} is complete: ${count(resealed, 'row')} sealed anew. No key was added.`,
        ...retireHint(
          keyring.sealing.id,
          keyIds.filter((id) => id !== keyring.sealing.id),
        ),
      );
    } else if (keyFile === undefined) {
      context.print(...proposeKey(keyIds));
    } else {
      await addToFile(context, opened, keyFile);
      const resealed = await reseal(context, opened);
      context.print(
        `The rotation to ${keyring.sealing.id} is complete: ${count(resealed, 'row')} sealed anew.`,
        ...retireHint(keyring.sealing.id, keyIds),
      );
    }
  });
  return EXIT.ok;
};
