import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { checkProgram } from '../support/receipt-programs.ts';

/** True if this Python has the package that check-receipt.py needs. */
function hasCryptography(python: string): boolean {
  try {
    execFileSync(python, ['-c', 'import cryptography'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Debian's has its packages, and another one may be before it in PATH. */
const python = ['python3', '/usr/bin/python3'].find((path) => hasCryptography(path));

const skip = python === undefined && 'Python with its package cryptography is not installed';

describe('check-receipt.py', { skip }, () => {
  it('check-receipt.py accepts receipts and refuses forged ones', (test) =>
    checkProgram(test, { language: 'python', command: python ?? '' }));
});
