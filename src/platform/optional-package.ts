import { findPackageJSON } from 'node:module';
import { dirname, sep } from 'node:path';

/** The command that installs a package where this Letterslot looks for it. */
function installCommand(name: string): string {
  const root = dirname(findPackageJSON(import.meta.url) ?? '');
  const folders = root.split(sep);
  if (folders.includes('_npx')) return `npx --package letterslot --package ${name} letterslot …`;
  return folders.includes('node_modules')
    ? `npm install ${name} where Letterslot was installed, with --global if it was`
    : `npm install --prefix ${dirname(root)} ${name}`;
}

/**
 * Loads a module of an optional package. Without it, throws `refuse` of the command that installs
 * it.
 */
export async function loadOptional<Module>(
  load: () => Promise<Module>,
  name: string,
  refuse: (install: string) => Error,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error;
    if (!isMissing || error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw refuse(installCommand(name));
  }
}
