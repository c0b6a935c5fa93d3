import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { newTempFolder } from '../support/temp-folder.ts';
import type { Owner } from './programs.ts';

/** GnuPG with a folder of its own. */
export interface GnuPG {
  home: string;
  /** Its output; throws where it fails. */
  run(args: readonly string[], input?: string): Buffer;
  /** Makes a key of these parameters for ada@example.com; what it exports, and its fingerprint. */
  makeKey(parameters: readonly string[]): { key: string; fingerprint: string };
}

const [PROGRAM, AGENT] = ['gpg', 'gpgconf'] as const;

const BATCH = ['--batch', '--no-tty', '--pinentry-mode', 'loopback', '--passphrase', ''];

/** A GnuPG without keys, until the test ends. */
export function createGnuPG(test: Owner): GnuPG {
  const home = newTempFolder('gnupg');
  chmodSync(home, 0o700);
  const env = { PATH: process.env['PATH'] ?? '', GNUPGHOME: home, LC_ALL: 'C' };
  test.after(() => {
    // It leaves an agent behind.
    spawnSync(AGENT, ['--kill', 'all'], { env });
    rmSync(home, { recursive: true, force: true });
  });
  const run = (args: readonly string[], input = '') =>
    execFileSync(PROGRAM, [...BATCH, ...args], {
      env,
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
      maxBuffer: 50_000_000,
    });
  return {
    home,
    run,
    makeKey(parameters) {
      const who = ['Name-Real: Ada', 'Name-Email: ada@example.com', 'Expire-Date: 0'];
      const lines = [...parameters, ...who, '%no-protection', '%commit', ''];
      run(['--generate-key'], lines.join('\n'));
      const listed = run(['--list-keys', '--with-colons']).toString();
      return {
        key: run(['--armor', '--export']).toString(),
        fingerprint: /^fpr:+(\w+):/m.exec(listed)?.[1] ?? '',
      };
    },
  };
}
