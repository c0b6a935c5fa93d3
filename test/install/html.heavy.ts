import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeDeclared } from './describe-declared.ts';
import { describeForm, type FormFacts } from './describe-form.ts';
import { wrapInPage } from './plain-page.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const facts: FormFacts = {
  worksWithoutScript: true,
  async build([file]) {
    const folder = newTempFolder('site');
    writeFileSync(join(folder, 'index.html'), wrapInPage(file?.content ?? ''));
    return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
  },
};

describeForm('html', facts);
describeDeclared('html', facts);
