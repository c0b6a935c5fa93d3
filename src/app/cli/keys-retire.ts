import { countByKey } from '../../domain/routes/reseal-routes.ts';
import { changeKeyFile } from '../../platform/stores/change-key-file.ts';
import { keyCheckName } from '../../platform/stores/check-keys.ts';
import { CommandError, EXIT, type Run } from './command.ts';
import { withStore } from './open-existing.ts';
import { count } from './table.ts';

/** Forgets a sealing key that no row needs. */
export const retireKey: Run = async (context) => {
  const [id = ''] = context.positionals;
  const settings = context.readSettings();
  const keyFile = await withStore(
    settings,
    async ({ store, keyring, keyIds, keyFile: file }) => {
      const name = keyCheckName(id);
      if (!keyIds.includes(id) && !(await store.listKeyChecks()).has(name)) {
        throw new CommandError(`There is no sealing key ${id}; letterslot keys list names them.`);
      }
      if (keyring.sealing.id === id) {
        throw new CommandError(`${id} is the key that seals: letterslot keys rotate comes first.`);
      }
      const rows = (await countByKey(store.routes)).get(id) ?? 0;
      if (rows > 0) {
        throw new CommandError(
          `${id} is still needed by ${count(rows, 'row')}: letterslot keys rotate seals them anew.`,
        );
      }
      // Before the file: a check value without its key would keep the service from starting.
      await store.removeKeyCheck(name);
      if (file !== undefined && keyIds.includes(id)) {
        changeKeyFile(file, (keys) => keys.filter((key) => key.id !== id));
      }
      return file;
    },
    { retiring: id },
  );
  context.print(
    keyFile === undefined
      ? `${id} is retired. Now remove it from SEALING_KEYS on every node, with a restart each; if a ` +
          'start says that it is missing, a node with the old value has started meanwhile: retire it again.'
      : `${id} is retired and removed from ${keyFile}.`,
    'Verification links that it sealed stop working, those of the last 24 hours among them.',
    'Backups from before the rotation need it: keep it with them.',
  );
  return EXIT.ok;
};
