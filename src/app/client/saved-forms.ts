import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseFormId } from '../../contract/form-id.ts';
import { isObject } from '../../platform/text/values.ts';
import { CommandError } from '../operator/command.ts';
import { readIfThere, writePrivately } from './private-files.ts';

/** A form that was made on this machine, with the token that manages it. */
export interface SavedForm {
  /** The deployment, without a slash at its end. */
  url: string;
  form_id: string;
  alias: string;
  management_token: string;
  /** Names the entry of a `letterslot.json` that `apply` made it from. */
  origin?: string;
}

/** Tokens as a file or a variable has them: by deployment, to which alone they are sent, and form. */
export type Tokens = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function toTokens(forms: readonly SavedForm[]): Tokens {
  const byUrl = Map.groupBy(forms, ({ url }) => url);
  const ofOne = (some: readonly SavedForm[]) =>
    Object.fromEntries(some.map(({ form_id: id, management_token: token }) => [id, token]));
  return Object.fromEntries(Array.from(byUrl, ([url, some]) => [url, ofOne(some)]));
}

const MEMBERS = ['url', 'form_id', 'alias', 'management_token'] as const;

function parseSavedForm(text: string): SavedForm | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const fits = isObject(value) && MEMBERS.every((name) => typeof value[name] === 'string');
  return fits ? (value as SavedForm) : undefined;
}

/**
 * The forms in a user's configuration folder: a folder for each deployment, a file for each form. So
 * commands that run at the same time never write the same file.
 */
export class SavedForms {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file of a form. Throws CommandError for an id that could lead out of the folder. */
  fileOf(url: string, formId: string): string {
    if (!parseFormId(formId)) throw new CommandError('The service answered with no form id.');
    return join(this.#folder, 'forms', encodeURIComponent(url), `${formId}.json`);
  }

  /** Fails early where `save` could not write. */
  async check(): Promise<void> {
    const probe = join(this.#folder, 'forms', '.check');
    await writePrivately(this.#folder, probe, '');
    await rm(probe, { force: true });
  }

  async save(form: SavedForm): Promise<void> {
    const text = `${JSON.stringify(form, undefined, 2)}\n`;
    await writePrivately(this.#folder, this.fileOf(form.url, form.form_id), text);
  }

  /** Every saved form, sorted by deployment and id. Damaged files are left out. */
  async list(): Promise<SavedForm[]> {
    const root = join(this.#folder, 'forms');
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    const paths = entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map((entry) => join(entry.parentPath, entry.name));
    const forms = await Promise.all(
      paths.sort().map(async (path) => parseSavedForm((await readIfThere(path)) ?? '')),
    );
    return forms.filter((form) => form !== undefined);
  }

  async remove(url: string, formId: string): Promise<void> {
    await rm(this.fileOf(url, formId), { force: true });
  }

  /** The random secret from which `apply` derives Idempotency-Keys; undefined before its first use. */
  async knownApplyKey(): Promise<string | undefined> {
    return (await readIfThere(join(this.#folder, 'apply-key')))?.trim();
  }

  /** The same, made where there is none. */
  async applyKey(): Promise<string | undefined> {
    const known = await this.knownApplyKey();
    if (known !== undefined) return known;
    const text = `${randomBytes(32).toString('base64url')}\n`;
    await writePrivately(this.#folder, join(this.#folder, 'apply-key'), text, 'create');
    return this.knownApplyKey();
  }
}
