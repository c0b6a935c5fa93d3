import { after, describe } from 'node:test';
import { itHeedsRspamd } from '../support/describe-rspamd.ts';
import { UNLESS_ROOT, unlessInstalled } from './programs.ts';
import { startRspamd } from './rspamd.ts';

const skip = UNLESS_ROOT || unlessInstalled('rspamd');

describe("Debian's Rspamd", { skip }, async () => {
  const rspamd = await startRspamd({ after });

  describe('asked by its worker', () => {
    itHeedsRspamd(() => ({ RSPAMD_URL: rspamd.worker }));
  });

  describe('asked by its controller, with a password', () => {
    itHeedsRspamd(() => rspamd.controller);
  });
});
