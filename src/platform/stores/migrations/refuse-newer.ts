import { StoreError } from '../store.ts';

/** Throws StoreError when the schema is newer than the newest step that this version knows. */
export function refuseNewer(version: number, newest: number, what: string): void {
  if (version <= newest) return;
  throw new StoreError(
    `The database was made by a newer version of Letterslot (schema ${version}, this one knows ` +
      `${newest}). Start that version, or use another ${what}.`,
  );
}
