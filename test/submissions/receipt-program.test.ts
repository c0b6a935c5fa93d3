import { it } from 'node:test';
import { checkProgram } from '../support/receipt-programs.ts';

it('check-receipt.mjs accepts receipts and refuses forged ones', (test) =>
  checkProgram(test, { language: 'js', command: process.execPath }));
