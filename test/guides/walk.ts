import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { SavedForms } from '../../src/cli/form/saved-forms.ts';
import { sessionOf } from '../support/inbox-session.ts';
import { typeOn } from '../support/on-terminal.ts';
import { headerFile } from '../support/run-command.ts';
import { runService } from '../support/service-process.ts';
import { OWNER, tokenIn, type TestService } from '../support/service.ts';
import { blocksIn, commandsOf, shellBlocksOf, type Block } from './blocks.ts';
import { isElsewhere } from './elsewhere.ts';
import { checkSettings, isOfSettings } from './settings.ts';
import { openShell, writeFiles, type Shell } from './shell.ts';

/** What a reader of a page has before the first command, and sees after some of them. */
export interface Guide {
  page: string;
  /** The page makes the form itself; the others are about one that exists. */
  makesForm?: true;
  files?: Readonly<Record<string, string>>;
  variables?: Readonly<Record<string, string>>;
  programs?: Readonly<Record<string, string>>;
  /** What the page names, and what it is here. */
  stands?: Readonly<Record<string, string>>;
  /** What a command asks on a terminal, by a text in it, and what the reader types. */
  asks?: Readonly<Record<string, readonly [question: string, answer: string]>>;
  /** What a command prints, by a text in it. */
  prints?: Readonly<Record<string, RegExp>>;
  /** A command with this text starts a service in the checkout, until it is stopped. */
  serves?: string;
  /** What happens before a command, by a text in it. */
  before?: Readonly<Record<string, (shell: Shell, form: string) => Promise<void>>>;
  /** Looks at the folder afterwards. */
  ends?(shell: Shell): Promise<void> | void;
}

/** What pages call the ids of the reader, and what they look like. */
const IDS = [
  [/cfm_(?:7K2MNP4QRSTVWXYZ|YOUR_FORM_ID)|<form_id>/g, /\bcfm_[0-9A-Z]{16}\b/],
  [/key_YOUR_KEY_ID/g, /\bkey_[0-9A-Z]{10}\b/],
  [/lsk_…/g, /\blsk_[\w-]{20,}/],
] as const;

/** The deployment of the reader. */
const DEPLOYMENTS = /https:\/\/forms\.example\.com|http:\/\/localhost:8080/g;

/** An owner who clicks the link in each verification mail. */
async function confirmAll(service: TestService): Promise<void> {
  for (const mail of service.sink.mails.splice(0)) {
    if (!/\/verify\?token=/.test(mail.email.text ?? '')) continue;
    const { status } = await service.confirm(tokenIn(mail));
    assert.equal(status, 200);
  }
}

const firstOf = <T>(table: Readonly<Record<string, T>> = {}, command: string): T | undefined =>
  Object.entries(table).find(([start]) => command.includes(start))?.[1];

/** Runs every block of a page in its order, except those of `elsewhere.ts`, in one shell. */
export async function walk(test: TestContext, service: TestService, guide: Guide): Promise<void> {
  const { page, files = {}, variables, programs } = guide;
  const shell = openShell(test, variables, programs);
  const saved = new SavedForms({ variable: (name) => shell.env[name] });
  let known = '';
  /** What is printed is known, and its token is kept where commands read it. */
  const learn = async (printed: string) => {
    known += printed;
    const [, token] = /"management_token": ?"([^"]+)"/.exec(printed) ?? [];
    if (token !== undefined) writeFiles(shell.folder, { token: headerFile(token) });
    await confirmAll(service);
  };
  if (!guide.makesForm) {
    const { text, json } = await service.create();
    await saved.save({ ...json, url: service.url });
    await learn(text);
  }
  writeFiles(shell.folder, { session: headerFile(sessionOf(service, OWNER)), ...files });

  const fill = (command: string) => {
    let filled = command.replaceAll(DEPLOYMENTS, service.url);
    for (const [text, here] of Object.entries(guide.stands ?? {}))
      filled = filled.replaceAll(text, here);
    return IDS.reduce((text, [name, id]) => {
      const [found] = known.match(new RegExp(id, 'g'))?.slice(-1) ?? [];
      return found === undefined ? text : text.replaceAll(name, found);
    }, filled);
  };
  const runOne = async (command: string) => {
    const filled = fill(command);
    if (guide.serves !== undefined && command.includes(guide.serves)) return serve(test, filled);
    await firstOf(guide.before, command)?.(shell, fill('<form_id>'));
    const answer = firstOf(guide.asks, command);
    const printed = answer ? await typed(shell, filled, answer) : await shell.run(filled);
    const expected = firstOf(guide.prints, command);
    if (expected) assert.match(printed, expected, filled);
    await learn(printed);
  };
  for (const block of shellBlocksOf(page)) {
    if (isElsewhere(block)) continue;
    if (isOfSettings(block)) checkSettings(block);
    else for (const command of commandsOf(block)) await runOne(command);
  }
  await guide.ends?.(shell);
}

async function serve(test: TestContext, command: string): Promise<void> {
  const service = runService(test, {}, { command: ['/bin/sh', '-c', `exec env ${command}`] });
  assert.equal((await fetch(`${await service.url()}/health`)).status, 200);
  service.child.kill('SIGTERM');
  assert.equal(await service.exited, 0, service.output());
}

async function typed(
  { folder, env }: Shell,
  command: string,
  answer: readonly [question: string, answer: string],
): Promise<string> {
  const { code, screen } = await typeOn(command, { env, answers: [answer], cwd: folder });
  assert.equal(code, 0, screen);
  return screen;
}

/** The first block of a page in a language that is no shell's: a file that a command reads. */
export function fileOf(page: string, language: string): string {
  const [block]: (Block | undefined)[] = blocksIn(page, (own) => own === language);
  assert.ok(block, `${page} has no ${language}`);
  return block.text;
}
