import type { InboxPageWords } from '../../../catalogs/catalog.ts';
import { loadWords } from '../context.ts';

/** The words of /inbox. */
export const words = await loadWords<InboxPageWords>('inbox');
