import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { CommandError, type CommandContext } from '../operator/command.ts';

interface User {
  platform: NodeJS.Platform;
  home: string;
  variable: CommandContext['variable'];
}

const DEFAULT_FOLDERS: Partial<Record<NodeJS.Platform, (user: User) => string>> = {
  darwin: ({ home }) => join(home, 'Library', 'Application Support'),
  win32: ({ home, variable }) => variable('APPDATA') ?? join(home, 'AppData', 'Roaming'),
};

/** The folder for a user's own files; XDG_CONFIG_HOME counts everywhere (XDG Base Directory 0.8). */
export function configFolder(user: User): string {
  const given = user.variable('XDG_CONFIG_HOME');
  // The specification has a relative path ignored.
  if (given !== undefined && isAbsolute(given)) return join(given, 'letterslot');
  const fallback = DEFAULT_FOLDERS[user.platform]?.(user) ?? join(user.home, '.config');
  return join(fallback, 'letterslot');
}

/** The folder of the user who runs the command. */
export const ownConfigFolder = ({ variable }: CommandContext): string =>
  configFolder({ platform: process.platform, home: homedir(), variable });

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

/** Makes a folder that only this user can enter, and closes one that others could. */
async function closeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
}

/** How a complete file gets its name: in place of an older one, or only if there is none. */
const PUBLISH = { replace: rename, create: link } as const;

/**
 * Writes a file below `root` that only this user can read, at no moment anyone else, and never half
 * of it. `create` leaves an existing file as it is. Throws CommandError.
 */
export async function writePrivately(
  root: string,
  path: string,
  text: string,
  how: keyof typeof PUBLISH = 'replace',
): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await closeFolder(root);
    await closeFolder(dirname(path));
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await PUBLISH[how](temporary, path);
  } catch (cause) {
    if (how === 'create' && codeOf(cause) === 'EEXIST') return;
    throw new CommandError(`The file ${path} cannot be written (${codeOf(cause)}).`, { cause });
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** The text of a file; undefined where there is none. Throws CommandError. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const code = codeOf(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new CommandError(`The file ${path} cannot be read (${code}).`, { cause });
  }
}
