import { it } from 'node:test';
import { checkProgram } from '../support/receipt-programs.ts';

it('the program in JavaScript of docs/receipts.md accepts receipts and refuses forged ones', (test) =>
  checkProgram(test, { language: 'js', command: process.execPath }));
