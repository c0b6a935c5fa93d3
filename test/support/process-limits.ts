import { spawnSync } from 'node:child_process';

/** Limits that `prlimit` can set: bytes of a file or a core, open descriptors. */
type Resource = 'core' | 'fsize' | 'nofile';

/** Why a test cannot run here; false if it can. Linux alone lets a limit be set from outside. */
export const WITHOUT_LIMITS: string | false =
  spawnSync('prlimit', ['--version']).status === 0 ? false : 'needs prlimit';

/** Sets the soft limit of a running process, and leaves the hard one. */
export function setLimit(
  pid: number | undefined,
  resource: Resource,
  value: number | 'hard',
): void {
  const [, hard = ''] =
    /(\S+)\s*$/.exec(run(pid, `--${resource}`, '--noheadings', '-o', 'HARD')) ?? [];
  run(pid, `--${resource}=${value === 'hard' ? hard : value}:${hard}`);
}

function run(pid: number | undefined, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('prlimit', ['--pid', String(pid), ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`prlimit ended with ${status}: ${stderr}`);
  return stdout;
}
