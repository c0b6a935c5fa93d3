import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { familyOf, usageOf } from './process-usage.ts';
import { createDeployment, mailedFile } from '../test/support/composed-mails.ts';

/** Times `letterslot collect` on real mails: `node bench/collect.ts [mails] [endings]`. */
const [mails = '100000', ...endings] = process.argv.slice(2);
const MAILS = Number(mails);
const LANGUAGES = ['en', 'de', 'fr', 'es', 'zh'] as const;
const WORDS =
  'We move into a new office in May, and would love two of your oak tables – größer, bitte.\n';

const DECLARED = {
  fields: [
    { name: 'name', label: 'Your name' },
    { name: 'message', label: 'What is it about?' },
  ],
};

const folder = mkdtempSync(join(tmpdir(), 'letterslot-collect-'));
const mbox = join(folder, 'mails.mbox');
const { send, keyring } = createDeployment();
writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys: [keyring.signing.publicJwk] }));

/** One of 20 has a file, a mark or submission.json each; every fifth form declares its fields. */
async function write(): Promise<void> {
  const file = createWriteStream(mbox);
  for (let at = 0; at < MAILS; at += 1) {
    const fields = new Map([
      ['name', [`Jonas ${at}`]],
      ['email', [`jonas-${at}@example.org`]],
      ['message', [WORDS.repeat(1 + (at % 9))]],
      ...(at % 20 === 2 ? [['_format', ['json']] as const] : []),
    ]);
    const { raw } = await send(fields, {
      form: {
        language: LANGUAGES[at % LANGUAGES.length] ?? 'en',
        settings: at % 5 === 3 ? DECLARED : {},
      },
      ...(at % 20 === 0 && { files: [mailedFile('plan.txt', WORDS.repeat(40))] }),
      ...(at % 20 === 1 && { suspicions: ['links'] }),
    });
    const text = raw.replaceAll('\r\n', '\n').replace(/^(>*From )/gm, '>$1');
    if (!file.write(`From MAILER-DAEMON Thu Jan  1 00:00:00 1970\n${text}\n`, 'latin1')) {
      await once(file, 'drain');
    }
  }
  file.end();
  await once(file, 'close');
}

/** Runs the command: seconds, and the largest resident size in MiB. */
async function run(...args: string[]) {
  const start = performance.now();
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../bin/letterslot.js'), 'collect', '--mbox', mbox, ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let [peak, processor] = [0, 0];
  const watch = setInterval(() => {
    const { residentMiB, cpuSeconds } = usageOf(familyOf(child.pid));
    peak = Math.max(peak, residentMiB || 0);
    processor = Math.max(processor, cpuSeconds || 0);
  }, 100);
  child.stdout.on('data', (text: Buffer) => console.log(`  ${text.toString().trim()}`));
  await once(child, 'exit');
  clearInterval(watch);
  return { seconds: (performance.now() - start) / 1000, peak, processor };
}

await write();
console.log(`${MAILS} mails, ${(statSync(mbox).size / 1024 ** 2).toFixed(0)} MiB`);
for (const ending of endings.length > 0 ? endings : ['csv', 'db']) {
  const out = join(folder, `rows.${ending}`);
  for (const what of ['first run', 'second run']) {
    const { seconds, peak, processor } = await run(
      '--keys',
      join(folder, 'keys.json'),
      '--out',
      out,
    );
    console.log(
      `${ending}, ${what}: ${seconds.toFixed(1)} s (processor ${processor.toFixed(1)} s), ${peak.toFixed(0)} MiB`,
    );
  }
}
rmSync(folder, { recursive: true });
