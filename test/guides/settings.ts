import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readSettings } from '../../src/platform/settings/settings.ts';
import { SETTINGS } from '../../src/platform/settings/settings-table.ts';
import { newNodeKeys } from '../support/keys.ts';
import { commandsOf, type Block } from './blocks.ts';

const NAME = /^(\w+?)(?:_FILE)?=/;

/** True for lines of an environment file, which name nothing but settings. */
export const isOfSettings = (block: Block): boolean =>
  commandsOf(block).every((line) => (NAME.exec(line)?.[1] ?? '') in SETTINGS);

/** Files that these settings name, by their ends. */
const FILES: Readonly<Record<string, string>> = {
  '.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>',
  smtp_url: 'smtp://user:password@mail.example.net',
};

const readFile = (path: string) =>
  Object.entries(FILES).find(([end]) => path.endsWith(end))?.[1] ?? 'the-content-of-a-file';

/** A public deployment accepts them, as a shell reads them, beside those that it needs anyway. */
export function checkSettings({ page, line, text }: Block): void {
  const env = { PATH: process.env['PATH'] ?? '' };
  const printed = execFileSync(
    '/bin/sh',
    ['-euc', `set -a\n${text.replaceAll('…', 'x')}\nenv -0`],
    { env },
  );
  const given = printed
    .toString()
    .split('\0')
    .map((pair) => pair.split(/=(.*)/s, 2))
    .filter(([name = '']) => name.replace(/_FILE$/, '') in SETTINGS);
  const settings: Record<string, string> = {
    ...newNodeKeys(),
    PUBLIC_URL: 'https://forms.example.com',
    MAIL_FROM: 'forms@example.com',
    ...Object.fromEntries(given),
  };
  if (settings['MAIL_API'] === undefined) settings['SMTP_HOST'] ??= 'smtp.example.com';
  assert.doesNotThrow(() => readSettings(settings, readFile), `${page}:${line}`);
}
