import type { StartWords } from '../../../catalogs/catalog.ts';
import { DEPLOYMENT } from '../context.ts';

/** The words of /start. */
export const words = DEPLOYMENT.words.page as StartWords;
