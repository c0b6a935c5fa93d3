#!/usr/bin/env node
import './check-node.js';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Spares later starts the work of stripping types; without a writable folder nothing is cached.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'letterslot'));

await import('../src/main.ts');
