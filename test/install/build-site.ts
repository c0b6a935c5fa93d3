import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { InstallArtifact } from '../../src/contract/schemas.ts';
import { prepareToolchain } from './toolchain/prepare.ts';
import { newFolderAt } from '../support/temp-folder.ts';

/** Milliseconds of one command. */
const COMMAND_TIMEOUT = 180_000;

type Files = InstallArtifact['files'];

/** The pages of a website: form code, with declared fields, and with the script of the service. */
export const PAGES = ['plain', 'declared', 'scripted'] as const;
export type SitePage = (typeof PAGES)[number];

/** The folder of a page: the first one's files have the paths that the artifact names. */
export const folderOf = (page: SitePage) => (page === 'plain' ? '' : page);

/** What is around artifacts: the rest of a website and the commands that check and build it. */
export interface SitePlan {
  /** Path to content, for all pages. */
  files: Record<string, string>;
  /** The files of an artifact, and what is around them on their page. */
  place(files: Files, page: SitePage): Files;
  /** The path of a page's URL. */
  pathOf(page: SitePage): string;
  /** Each is a script below node_modules and its arguments. */
  commands: readonly (readonly [script: string, ...args: string[]])[];
  /** The folder, in the site, that a web server serves. */
  output: string;
}

export interface BuiltSite {
  folder: string;
  remove(): void;
}

const QUIET = { NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', CI: '1' };

/** Runs a command in a folder to its end; what it printed is in the error when it fails. */
function run(
  command: string,
  args: readonly string[],
  { folder, env: own = {} }: { folder: string; env?: Record<string, string> },
): Promise<void> {
  const env: NodeJS.ProcessEnv = { ...process.env, ...QUIET, ...own };
  // The test runner marks its children; a tool that runs tests of its own would misread that.
  delete env.NODE_TEST_CONTEXT;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const options = { cwd: folder, env, timeout: COMMAND_TIMEOUT };
  execFile(command, args, options, (error, stdout, stderr) => {
    if (!error) resolve();
    else reject(new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`));
  });
  return promise;
}

/** A new folder in the toolchain, where a website finds its tools; `fill` builds it there. */
async function newSite(
  output: string,
  fill: (folder: string, toolchain: string) => Promise<void>,
): Promise<BuiltSite> {
  const toolchain = prepareToolchain();
  mkdirSync(join(toolchain, 'sites'), { recursive: true });
  const folder = newFolderAt(join(toolchain, 'sites', 'site'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await fill(folder, toolchain);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder: join(folder, output), remove };
}

/** Writes a website and builds it with the framework's own tools. */
export function buildSite(
  files: Files,
  { commands, output }: Pick<SitePlan, 'commands' | 'output'>,
): Promise<BuiltSite> {
  return newSite(output, async (folder, toolchain) => {
    for (const { path, content } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    for (const [script, ...args] of commands) {
      await run(process.execPath, [join(toolchain, 'node_modules', script), ...args], { folder });
    }
  });
}

/** Builds a copy of a folder with one command, as its README says. */
export function buildCopy(
  source: string,
  { command, env, output }: { command: string[]; env: Record<string, string>; output: string },
): Promise<BuiltSite> {
  const [program = '', ...args] = command;
  return newSite(output, async (folder) => {
    cpSync(source, folder, { recursive: true });
    await run(program, args, { folder, env });
  });
}
