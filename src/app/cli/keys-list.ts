import { countByKey } from '../../domain/routes/reseal-routes.ts';
import { EXIT, type Run } from './command.ts';
import { withStore } from './open-existing.ts';
import { table } from './table.ts';

interface ListedKey {
  id: string;
  seals: boolean;
  rows: number;
}

/** Lists the sealing keys and how many rows each has sealed. */
export const listKeys: Run = async (context) => {
  const keys = await withStore(context.readSettings(), async ({ store, keyring, keyIds }) => {
    const counts = await countByKey(store.routes);
    const ids = new Set([...keyIds, ...counts.keys()]);
    return Array.from(ids, (id): ListedKey => {
      return { id, seals: id === keyring.sealing.id, rows: counts.get(id) ?? 0 };
    });
  });
  if (context.flag('json')) context.print(JSON.stringify({ keys }, undefined, 2));
  else {
    const rows = keys.map(({ id, seals, rows: count }) => [id, seals ? 'yes' : '', String(count)]);
    context.print(...table([['ID', 'SEALS', 'ROWS'], ...rows]));
  }
  return EXIT.ok;
};
