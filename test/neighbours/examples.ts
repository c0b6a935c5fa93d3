import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/deploying.md'), 'utf8');

/** The example of docs/deploying.md in this language. */
export function readExample(language: string): string {
  const [, text] = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(PAGE) ?? [];
  if (text === undefined) throw new Error(`docs/deploying.md has no example in ${language}`);
  return text;
}
