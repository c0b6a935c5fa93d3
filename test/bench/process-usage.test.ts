import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { familyOf, usageOf } from '../../bench/process-usage.ts';

describe('what the benchmark reads of processes', { skip: !existsSync('/proc/self/stat') }, () => {
  it('the benchmark counts the memory of a process and of those it started', (test) => {
    const child = spawn('sleep', ['30']);
    test.after(() => child.kill());
    const family = familyOf(process.pid);
    assert.ok(family.includes(process.pid) && family.includes(child.pid ?? 0));
    const [one, all] = [usageOf([process.pid]), usageOf(family)];
    const resident = process.memoryUsage.rss() / 2 ** 20;
    assert.ok(Math.abs(one.residentMiB - resident) < resident / 4);
    assert.ok(all.residentMiB > one.residentMiB && all.residentMiB < one.residentMiB + 50);
  });

  it('the benchmark leaves out processes that have ended', async () => {
    const child = spawn('true');
    const pid = child.pid ?? 0;
    await new Promise((resolve) => void child.once('exit', resolve));
    const [alone, together] = [usageOf([pid]), usageOf([process.pid, pid])];
    assert.ok(Number.isNaN(alone.residentMiB));
    assert.ok(together.residentMiB > 0 && together.cpuSeconds > 0);
  });
});
