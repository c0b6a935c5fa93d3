import type { InboxPageWords } from '../../../catalogs/catalog.ts';
import { DEPLOYMENT } from '../context.ts';

/** The words of /inbox. */
export const words = DEPLOYMENT.words.page as InboxPageWords;
