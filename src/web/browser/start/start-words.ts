import type { StartWords } from '../../../catalogs/catalog.ts';
import { loadWords } from '../context.ts';

/** The words of /start. */
export const words = await loadWords<StartWords>('start');
