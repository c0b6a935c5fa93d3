import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { parseFormId } from '../../contract/names.ts';
import { isObject, readJsonObject } from '../../platform/text/json.ts';
import { faultOf, CommandError, readIfThere, type CommandContext } from '../command.ts';

interface User {
  platform: NodeJS.Platform;
  home: string;
  variable: CommandContext['variable'];
}

/** A user's own configuration folder; XDG_CONFIG_HOME always works (XDG Base Directory 0.8). */
export function configFolder({ platform, home, variable }: User): string {
  const given = variable('XDG_CONFIG_HOME');
  // The specification has a relative path ignored.
  if (given !== undefined && isAbsolute(given)) return join(given, 'letterslot');
  const folders: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(home, 'Library', 'Application Support'),
    win32: variable('APPDATA') ?? join(home, 'AppData', 'Roaming'),
  };
  return join(folders[platform] ?? join(home, '.config'), 'letterslot');
}

const MEMBERS = ['url', 'form_id', 'alias', 'management_token'] as const;

/** A form that was made on this machine, with the token that manages it. */
export type SavedForm = Record<(typeof MEMBERS)[number], string> & {
  /** Names the entry of a `letterslot.json` that `apply` made it from. */
  origin?: string;
  /** Its setting `name`, when this machine last saw it. */
  name?: string;
};

async function readForm(path: string): Promise<SavedForm[]> {
  const form = readJsonObject((await readIfThere(path)) ?? '');
  const isWhole = form && MEMBERS.every((name) => typeof form[name] === 'string');
  return isWhole ? [form as SavedForm] : [];
}

/** Tokens in a file or variable, by deployment and form; each is sent only to its deployment. */
type Tokens = Record<string, Record<string, string>>;

export function toTokens(forms: readonly SavedForm[]): Tokens {
  const tokens: Tokens = {};
  for (const { url, form_id: id, management_token: token } of forms) {
    (tokens[url] ??= {})[id] = token;
  }
  return tokens;
}

export function parseTokens(text: string): Tokens {
  const value = readJsonObject(text);
  const isMap = (entry: unknown) =>
    isObject(entry) && Object.values(entry).every((token) => typeof token === 'string');
  if (value && Object.values(value).every(isMap)) return value as Tokens;
  throw new Error('must be JSON as `letterslot form list --tokens` prints it');
}

/**
 * The forms in a user's configuration folder, one file each in a folder for each deployment. So
 * concurrent commands never write the same file.
 */
export class SavedForms {
  readonly #folder: string;

  constructor({ variable }: Pick<CommandContext, 'variable'>) {
    this.#folder = configFolder({ platform: process.platform, home: homedir(), variable });
  }

  /** The file of a form. Throws CommandError for an id that could lead out of the folder. */
  fileOf(url: string, formId: string): string {
    if (!parseFormId(formId)) throw new CommandError('The answer of the service has no form id.');
    return join(this.#folder, 'forms', encodeURIComponent(url), `${formId}.json`);
  }

  /** Fails early if `save` could not write. */
  async check(): Promise<void> {
    const probe = join(this.#folder, 'forms', '.check');
    await this.#write(probe, '');
    await rm(probe, { force: true });
  }

  async save(form: SavedForm): Promise<void> {
    await this.#write(this.fileOf(form.url, form.form_id), JSON.stringify(form, undefined, 2));
  }

  /** Keeps the setting `name` of a form whose token is here, for the list. */
  async remember(
    url: string,
    formId: string,
    { name }: { readonly name?: unknown },
  ): Promise<void> {
    const [form] = await readForm(this.fileOf(url, formId));
    if (!form || form.name === name) return;
    const { name: _old, ...others } = form;
    await this.save({ ...others, ...(typeof name === 'string' && { name }) });
  }

  /** Every saved form, sorted by deployment and id. Damaged files are left out. */
  async list(): Promise<SavedForm[]> {
    const root = join(this.#folder, 'forms');
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    const paths = entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map((entry) => join(entry.parentPath, entry.name));
    return (await Promise.all(paths.sort().map(readForm))).flat();
  }

  async remove(url: string, formId: string): Promise<void> {
    await rm(this.fileOf(url, formId), { force: true });
  }

  /** The secret from which `apply` derives Idempotency-Keys; `make` creates it if it is missing. */
  async applyKey(make: boolean): Promise<string | undefined> {
    const path = join(this.#folder, 'apply-key');
    const known = await readIfThere(path);
    if (known !== undefined || !make) return known?.trim();
    await this.#write(path, randomBytes(32).toString('base64url'), link);
    return this.applyKey(false);
  }

  /**
   * Writes a private file atomically, and closes folders that others could enter. `link` keeps an
   * existing file. Throws CommandError.
   */
  async #write(path: string, text: string, publish = rename): Promise<void> {
    const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      for (const folder of [this.#folder, dirname(path)]) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await chmod(folder, 0o700);
      }
      await writeFile(temporary, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true });
      await publish(temporary, path);
    } catch (cause) {
      if (publish === link && faultOf(cause) === 'EEXIST') return;
      throw new CommandError(`The file ${path} cannot be written (${faultOf(cause)}).`, { cause });
    } finally {
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }
}
