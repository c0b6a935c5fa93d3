import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, delimiter, join, relative } from 'node:path';
import { deployPath } from './deploy-files.ts';
import { dockerfile, isIgnored, parsePairs, type Stage } from './dockerfile.ts';
import { npmEnvironment } from '../support/npm-environment.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const CONTEXT = deployPath('..');
/** Milliseconds. */
const STEP_TIMEOUT = 200_000;
const asRoot = process.getuid?.() === 0;

export interface Identity {
  uid?: number;
  gid?: number;
}

/** Only root can become somebody else; anybody else stays who they are. */
export function identityOf(user: string): Identity {
  const [uid, gid] = user.split(':').map(Number);
  return asRoot && uid !== undefined && gid !== undefined ? { uid, gid } : {};
}

export interface BuiltImage {
  /** Used as the root folder of the image. */
  root: string;
  env: Record<string, string>;
  workdir: string;
  user: string;
}

const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/;

/** Runs a step's shell command where the image would, with the machine's own settings of npm. */
function runStep(command: string, image: BuiltImage): void {
  const path = [join(image.root, 'usr/local/bin'), process.env['PATH']].join(delimiter);
  try {
    execFileSync('/bin/sh', ['-c', command.replaceAll('/data', join(image.root, 'data'))], {
      cwd: join(image.root, image.workdir),
      env: {
        ...npmEnvironment(),
        ...image.env,
        PATH: path,
        npm_config_prefer_offline: 'true',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: STEP_TIMEOUT,
      ...identityOf(image.user),
    });
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    const text = stderr?.toString() ?? '';
    const reason = UNREACHABLE.test(text)
      ? 'the npm registry cannot be reached, and its packages are not in the cache of npm'
      : text;
    throw new Error(`the step "${command}" failed: ${reason}`, { cause: error });
  }
}

function copyFromContext(sources: readonly string[], target: string): void {
  for (const source of sources) {
    const from = join(CONTEXT, source);
    const isFolder = statSync(from).isDirectory();
    const to =
      isFolder && !target.endsWith('/') ? target : join(target, isFolder ? '' : basename(source));
    cpSync(from, to, {
      recursive: true,
      // An ignored folder may hold what is not.
      filter: (path) => statSync(path).isDirectory() || !isIgnored(relative(CONTEXT, path)),
    });
  }
}

function copy(rest: string, image: BuiltImage, stages: ReadonlyMap<string, string>): void {
  const words = rest.split(/\s+/);
  const [, stage] = /--from=(\S+)/.exec(rest) ?? [];
  const paths = words.filter((word) => !word.startsWith('--'));
  const [target = ''] = paths.splice(-1);
  const to = target.startsWith('/')
    ? join(image.root, target)
    : join(image.root, image.workdir, target);
  if (stage === undefined) return copyFromContext(paths, to);
  const keep = rest.includes('--chown') ? ['-r', '--preserve=mode,links'] : ['-a'];
  for (const path of paths) {
    execFileSync('cp', [...keep, '-T', join(stages.get(stage) ?? stage, path), to]);
  }
}

/** What each instruction does to the image; those that only describe it do nothing here. */
const EFFECTS: Record<
  string,
  (rest: string, image: BuiltImage, stages: ReadonlyMap<string, string>) => void
> = {
  ARG: (rest, image) => Object.assign(image.env, parsePairs(rest)),
  ENV: (rest, image) => Object.assign(image.env, parsePairs(rest, image.env)),
  WORKDIR(rest, image) {
    image.workdir = rest;
    mkdirSync(join(image.root, rest), { recursive: true });
  },
  USER: (rest, image) => void (image.user = rest),
  COPY: copy,
  RUN(rest, image) {
    // The folder has no Debian to copy from.
    if (/\bcp\b/.test(rest)) return;
    // Only root can give a folder away, and if nobody is root the user already owns it.
    runStep(asRoot ? rest : rest.replace(/ && chown \S+ \S+$/, ''), image);
  },
  LABEL: () => undefined,
  EXPOSE: () => undefined,
  HEALTHCHECK: () => undefined,
  ENTRYPOINT: () => undefined,
  CMD: () => undefined,
};

/** A root folder with what the base image brings: Node 24, this very one. */
function startStage(root: string): BuiltImage {
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  cpSync(process.execPath, join(root, 'usr/local/bin/node'));
  return { root, env: {}, workdir: '/', user: '0:0' };
}

function buildStage(
  root: string,
  { instructions }: Stage,
  stages: ReadonlyMap<string, string>,
): BuiltImage {
  const image = startStage(root);
  for (const { name, rest } of instructions) {
    const effect = EFFECTS[name];
    if (!effect) throw new Error(`the instruction ${name} is not known here`);
    effect(rest, image, stages);
  }
  return image;
}

/**
 * Takes the Dockerfile's steps in a temporary folder instead of a container: each stage has the
 * same path while it is built, because Node.js finds compiled code by its path.
 */
export function buildImage(test: { after(run: () => void): void }): BuiltImage {
  const folder = newTempFolder('image');
  chmodSync(folder, 0o755);
  test.after(() => {
    if (existsSync(folder)) execFileSync('chmod', ['-R', 'u+rwX', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const stages = new Map<string, string>();
  const root = join(folder, 'root');
  let image: BuiltImage | undefined;
  for (const stage of dockerfile) {
    image = buildStage(root, stage, stages);
    if (stage.name === undefined) break;
    const finished = join(folder, stage.name);
    renameSync(root, finished);
    stages.set(stage.name, finished);
  }
  if (!image || stages.size !== dockerfile.length - 1) throw new Error('no image was built');
  return image;
}
