#!/usr/bin/env node
import './check-node.js';
import * as nodeModule from 'node:module';
import { join } from 'node:path';

// Spares later starts the work of stripping types; without a writable folder nothing is cached.
// Not imported by name: an old Node has none, and is to reach the check above.
nodeModule.enableCompileCache?.(
  join(import.meta.dirname, '..', 'node_modules', '.cache', 'letterslot'),
);

await import('../src/main.ts');
