import { BUILT, storePages } from '../src/web/apps/bundled.ts';
import { bundlePages } from '../src/web/apps/bundler/bundle.ts';

// For the package, which brings no bundler along.
storePages(BUILT, await bundlePages());
