import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeForm } from './describe-form.ts';
import { wrapInPage } from './plain-page.ts';

describeForm('html', {
  worksWithoutScript: true,
  async build([file]) {
    const folder = mkdtempSync(join(tmpdir(), 'letterslot-site-'));
    writeFileSync(join(folder, 'index.html'), wrapInPage(file?.content ?? ''));
    return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
  },
});
