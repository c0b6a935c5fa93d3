import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { InstallArtifact } from '../../src/contract/schemas.ts';
import { prepareToolchain } from './toolchain/prepare.ts';
import { newFolderAt } from '../support/temp-folder.ts';

/** Milliseconds of one command. */
const COMMAND_TIMEOUT = 180_000;

/** What is around an artifact: the rest of a website and the commands that check and build it. */
export interface SitePlan {
  /** Path to content; the artifact's own files come on top. */
  files: Record<string, string>;
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

/** Puts a website around the artifact's files and builds it with the framework's own tools. */
export function buildSite(
  files: InstallArtifact['files'],
  { files: surroundings, commands, output }: SitePlan,
): Promise<BuiltSite> {
  return newSite(output, async (folder, toolchain) => {
    const around = Object.entries(surroundings).map(([path, content]) => ({ path, content }));
    for (const { path, content } of [...around, ...files]) {
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
