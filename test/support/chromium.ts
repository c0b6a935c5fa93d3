import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';

/** A Chromium from npm, unpacked, and the environment in which it finds its libraries and fonts. */
export interface Chromium {
  executablePath: string;
  env: Record<string, string>;
}

const PACKAGE = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));
const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
const FOLDER = join(PACKAGE, '..', '..', '.cache', `letterslot-chromium-${version}`);
const ARCHIVES = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'];

/** The package's own fonts.conf names a folder of AWS Lambda. */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`;

/** The package unpacks into the system's temporary folder; this one is created each time. */
async function unpackInto(folder: string): Promise<void> {
  const { TMPDIR } = process.env;
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  try {
    await Promise.all(ARCHIVES.map((name) => inflate(join(PACKAGE, 'bin', name))));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  writeFileSync(join(folder, 'fonts.conf'), FONTS_CONF);
}

/**
 * Unpacks once, beside the installed packages. The finished folder is renamed into place, so that
 * test files in parallel never start a half-written program.
 */
export async function unpackChromium(): Promise<Chromium> {
  if (!existsSync(FOLDER)) {
    const draft = `${FOLDER}.${process.pid}`;
    await unpackInto(draft);
    try {
      renameSync(draft, FOLDER);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(FOLDER)) throw error;
    }
  }
  return {
    executablePath: join(FOLDER, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(FOLDER, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(FOLDER, 'fonts.conf'),
      LANG: 'C.UTF-8',
    },
  };
}
