import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { oneOf } from '../../platform/settings/setting-parsers.ts';
import { SETTINGS_FILE } from '../../platform/settings/settings-file.ts';
import { CommandError, readOption, type CommandContext } from '../command.ts';

/** The checkout that the files of systemd name. */
const UNIT_ROOT = '/opt/letterslot';

const KINDS = ['clone', 'systemd', 'compose'] as const;

/** How the service runs, and where that keeps its settings. */
export interface Place {
  folder: string;
  settings: string;
  /** The file of SMTP_PASSWORD, where the settings do not hold it. */
  password?: { file: string; mode: number };
  /** Files of the folder `deploy`, and where they go. */
  copies?: Readonly<Record<string, string>>;
  /** Commands that start the service again; without them, setup runs it itself. */
  start?: readonly (readonly string[])[];
  /** What shows why it does not start. */
  log?: string;
  /** The program `letterslot` with the settings of the service. */
  letterslot: readonly string[];
}

/** The place that the options name; throws UsageError or CommandError. */
export function readPlace(context: CommandContext): Place {
  const kind = readOption(context, 'for', oneOf(...KINDS)) ?? 'clone';
  const deploy = join(context.root, 'deploy');
  const folder = { clone: process.cwd(), systemd: '/etc/letterslot', compose: deploy }[kind];
  const own = { folder, settings: join(folder, SETTINGS_FILE) };
  const password = { file: join(folder, 'secrets', 'smtp_password'), mode: 0o600 };
  if (kind === 'systemd') {
    if (/^\/(?:home|root|run\/user)\//.test(context.root)) {
      throw new CommandError(
        `The unit sees no home folder: clone to ${UNIT_ROOT}, and set up there.`,
      );
    }
    const copies = {
      'letterslot.service': '/etc/systemd/system/letterslot.service',
      letterslot: '/usr/local/bin/letterslot',
    };
    const start = ['daemon-reload', 'enable', 'restart'].map((verb) =>
      ['systemctl', verb, 'letterslot'].slice(0, verb === 'daemon-reload' ? 2 : 3),
    );
    const log = 'journalctl -u letterslot';
    return { ...own, password, copies, start, log, letterslot: [copies.letterslot] };
  }
  if (kind === 'compose') {
    const compose = ['docker', 'compose', '--project-directory', folder];
    return {
      ...own,
      // Mounted as it is, for the user in the container: the folder keeps others out.
      password: { ...password, mode: 0o444 },
      start: [[...compose, '--profile', 'https', 'up', '--detach', '--wait']],
      log: `${compose.join(' ')} logs letterslot`,
      letterslot: [...compose, 'exec', '-T', 'letterslot', 'letterslot'],
    };
  }
  return { ...own, letterslot: [process.execPath, join(context.root, 'bin', 'letterslot.js')] };
}

/** Writes a file that its owner alone reads, in a folder that the owner alone enters. */
export async function writePrivate(path: string, text: string, mode = 0o600): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, text, { mode });
  await chmod(path, mode);
}

/** Writes https for the service on this machine, as the Caddyfile of Compose has it. */
export async function writeCaddyfile(
  { folder }: Place,
  { PUBLIC_URL: url = '', PORT: port = '8080' }: Readonly<Record<string, string>>,
): Promise<string> {
  const file = join(folder, 'Caddyfile');
  const text = `# https for Letterslot. It writes no access log: links in mails have a token in their query.
${url} {
\treverse_proxy localhost:${port} {
\t\thealth_uri /ready
\t\thealth_interval 1s
\t\tlb_try_duration 5s
\t}
}
`;
  await writeFile(file, text);
  return file;
}

/** Copies what the place needs of `deploy`, for the checkout in `root`. */
export async function copyDeployFiles(root: string, { copies = {} }: Place): Promise<void> {
  for (const [name, to] of Object.entries(copies)) {
    await copyFile(join(root, 'deploy', name), to);
    await writeFile(to, (await readFile(to, 'utf8')).replaceAll(UNIT_ROOT, root));
  }
}
