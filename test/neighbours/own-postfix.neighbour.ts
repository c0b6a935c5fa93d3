import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runApart, unlessApart } from './debian-root.ts';
import { unlessInstalled } from './programs.ts';

const PROGRAMS = ['postfix', 'opendkim', 'opendkim-genkey', 'dkimverify', 'ip', 'unshare'];
const skip = unlessInstalled(...PROGRAMS) || unlessApart();

describe('the Postfix of docs/sending-mail-details.md', { skip }, () => {
  it('the script of the page leads from an empty Debian to signed mail that arrives', () =>
    runApart(join(import.meta.dirname, 'own-postfix.ts')));
});
