import { storeBuilt } from '../src/web/apps/bundled.ts';

await storeBuilt();
