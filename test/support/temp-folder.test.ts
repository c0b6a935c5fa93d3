import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { it, type TestContext } from 'node:test';

const SUPPORT = JSON.stringify(import.meta.dirname);

/** A process that makes folders as a test does, says which, and waits to be ended. */
async function startTest(test: TestContext, ...folders: string[]) {
  const code = `
    const { newTempFolder } = await import(${SUPPORT} + '/temp-folder.ts');
    const { startPostgres } = await import(${SUPPORT} + '/postgres-server.ts');
    const postgres = async () => (await startPostgres({ after() {} })).folder;
    console.log(JSON.stringify([${folders.join(', ')}]));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  const exited = once(child, 'exit');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const made = JSON.parse(line.toString()) as string[];
  const end = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  test.after(async () => {
    await end();
    for (const folder of made) rmSync(folder, { recursive: true, force: true });
  });
  return { made, end };
}

it('a temporary folder left by a killed test is removed by the next one, and no other is', async (test) => {
  const killed = await startTest(test, "newTempFolder('x')", 'await postgres()');
  const living = await startTest(test, "newTempFolder('x')");
  const [own = '', database = ''] = killed.made;
  const [server] = readFileSync(join(database, 'postmaster.pid'), 'utf8').split('\n');
  await killed.end();

  // As another system that shares the folder would name it, and as another user would.
  const elsewhere = join(tmpdir(), basename(own).replace(/x-\d+/, 'x-1'));
  const stranger = join(tmpdir(), basename(own).replace('-x-', '-y-'));
  for (const folder of [elsewhere, stranger]) {
    mkdirSync(folder);
    test.after(() => rmSync(folder, { recursive: true, force: true }));
  }
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(stranger, 12_345, 12_345);

  const next = await startTest(test, "newTempFolder('z')");
  process.kill(Number(server), 'SIGQUIT');
  assert.deepEqual([own, database].map(existsSync), [false, false]);
  assert.deepEqual([...living.made, ...next.made, elsewhere].map(existsSync), [true, true, true]);
  if (isRoot) assert.ok(existsSync(stranger));
});
