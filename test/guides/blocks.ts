import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** A fenced shell block of a guide. */
export interface Block {
  /** The path of its page in the repository. */
  page: string;
  /** The number of its first line there. */
  line: number;
  text: string;
}

/** A fence, with the blanks before it, up to its end. */
const FENCE = /^( *)```(\w*)\n(.*?)\n\1```$/gms;
const SHELL = new Set(['sh', 'bash', 'shell', 'console']);

export const readPage = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** What the blocks of a page in a language have, as a reader copies them. */
export const blocksIn = (page: string, isWanted: (language: string) => boolean): Block[] => {
  const markdown = readPage(page);
  return Array.from(markdown.matchAll(FENCE))
    .filter(([, , language = '']) => isWanted(language))
    .map(({ 1: indent = '', 3: text = '', index }) => ({
      page,
      line: markdown.slice(0, index).split('\n').length + 1,
      text: text.replaceAll(new RegExp(`^ {${indent.length}}`, 'gm'), ''),
    }));
};

/** The shell blocks of a page, in its order. */
export const shellBlocksOf = (page: string): Block[] =>
  blocksIn(page, (language) => SHELL.has(language));

/** Pages that people follow; those in folders of `docs` are looked things up in. */
export const GUIDES: readonly string[] = ['README.md', ...globSync('docs/*.md', { cwd: ROOT })];

/** The commands of a block: a line, with those that a backslash or a heredoc adds to it. */
export function commandsOf({ text }: Block): string[] {
  const commands: string[] = [];
  let open = '';
  let end: string | undefined;
  for (const line of text.split('\n')) {
    open += open === '' ? line : `\n${line}`;
    if (end === undefined) [, end] = /<<'?(\w+)/.exec(line) ?? [];
    else if (line === end) end = undefined;
    if (end !== undefined || line.endsWith('\\')) continue;
    if (!/^\s*(?:#|$)/.test(open)) commands.push(open);
    open = '';
  }
  return open === '' ? commands : [...commands, open];
}
