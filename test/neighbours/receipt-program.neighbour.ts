import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { checkProgram } from '../support/receipt-programs.ts';
import { unlessInstalled } from './programs.ts';

/** Why the suite is skipped; false where Python has the package that docs/receipts.md asks for. */
function unlessCryptography(): string | false {
  try {
    execFileSync('python3', ['-c', 'import cryptography'], { stdio: 'ignore' });
    return false;
  } catch {
    return 'the package cryptography of Python is not installed';
  }
}

const skip = unlessInstalled('python3') || unlessCryptography();

describe('the program in Python of docs/receipts.md', { skip }, () => {
  it('the program in Python of docs/receipts.md accepts receipts and refuses forged ones', (test) =>
    checkProgram(test, { language: 'python', command: 'python3' }));
});
