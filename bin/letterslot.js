#!/usr/bin/env node
import './check-node.js';

await import('../src/main.ts');
