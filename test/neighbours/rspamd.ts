import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reservePort } from '../support/own-port.ts';
import { NOBODY } from '../support/temp-folder.ts';
import { newProgramFolder, runProgram, UNLESS_ROOT, type Owner, type Running } from './programs.ts';

/** Debian's configuration, which every operator starts with. */
const DEBIAN = '/etc/rspamd';

const PASSWORD = 'the-password-of-the-controller';

/** Modules that ask DNS about each message, where nothing answers. */
const ASKING = 'arc asn bimi dkim dmarc fuzzy_check hfilter mx_check phishing rbl spf surbl'.split(
  ' ',
);

/** A mailbox provider's reputation of senders by domain, over seconds instead of weeks. */
const reputationFiles = (redis: number) => ({
  'reputation.conf': `servers = "127.0.0.1:${redis}"; rules { SENDER_REPUTATION {
    selector "generic" { selector = "from('mime'):domain"; }
    backend "redis" { buckets = [{ time = 3; name = "3s"; mult = 1.0; }]; }
    symbol = "SENDER_REPUTATION";
  } }`,
  'classifier-bayes.conf': `servers = "127.0.0.1:${redis}";`,
  ...Object.fromEntries(ASKING.map((name) => [`${name}.conf`, 'enabled = false;'])),
  'groups.conf': 'group "reputation" { symbols = { "SENDER_REPUTATION" { weight = 5.0; } } }',
  '../rspamd.local.lua': `config['regexp']['SPAM_WORD'] = { re = '/${SPAM_WORD}/i{sa_body}', score = 12.0 }`,
});

/** A word that Rspamd, set up by this file, takes for spam. */
export const SPAM_WORD = 'jackpotcasino';

/** An operator's local.d: no outside requests, and rules compiled in the shorter way. */
const localFiles = (worker: number, controller: number, redis: number | undefined) => ({
  ...(redis !== undefined && reputationFiles(redis)),
  'worker-normal.inc': `bind_socket = "127.0.0.1:${worker}"; count = 1;`,
  // Without it, clients of this machine would need no password.
  'worker-controller.inc': `bind_socket = "127.0.0.1:${controller}"; password = "${PASSWORD}"; secure_ip = null;`,
  'worker-proxy.inc': 'enabled = false;',
  'logging.inc': 'type = "console"; level = "error";',
  'options.inc':
    'dns { nameserver = ["127.0.0.1:1"]; timeout = 0.1s; retransmits = 1; } enable_test_patterns = true; disable_hyperscan = true;',
});

/** True if a worker checks messages; the first one takes it longer than the service waits. */
async function checks(port: number): Promise<boolean> {
  const asked = {
    method: 'POST',
    headers: { password: PASSWORD },
    body: 'Subject: Hello\r\n\r\nHello\r\n',
    signal: AbortSignal.timeout(20_000),
  };
  const answer = await fetch(`http://127.0.0.1:${port}/checkv2`, asked).catch(() => undefined);
  return answer?.status === 200;
}

export interface Rspamd extends Running {
  /** The RSPAMD_URL of the worker, which asks for no password. */
  worker: string;
  /** RSPAMD_URL and RSPAMD_PASSWORD of the controller. */
  controller: { RSPAMD_URL: string; RSPAMD_PASSWORD: string };
}

/** Runs Debian's Rspamd until the test ends, with Redis for reputations; waits for workers. */
export async function startRspamd(test: Owner, redis?: number): Promise<Rspamd> {
  const folder = newProgramFolder('rspamd');
  const [worker, controller] = [await reservePort(), await reservePort()];
  const configuration = join(folder, 'conf');
  cpSync(DEBIAN, configuration, { recursive: true });
  for (const name of ['conf/local.d', 'data', 'run'])
    mkdirSync(join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(localFiles(worker, controller, redis))) {
    writeFileSync(join(configuration, 'local.d', name), text);
  }
  if (!UNLESS_ROOT) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      chownSync(join(folder, name), NOBODY, NOBODY);
    }
  }
  chmodSync(folder, 0o755);
  const place = (name: string, path: string) => `--var=${name}=${join(folder, path)}`;
  const running = await runProgram(test, {
    name: 'rspamd',
    args: [
      '--no-fork',
      '--insecure',
      `--config=${join(configuration, 'rspamd.conf')}`,
      place('CONFDIR', 'conf'),
      place('LOCAL_CONFDIR', 'conf'),
      place('DBDIR', 'data'),
      place('RUNDIR', 'run'),
      place('LOGDIR', 'run'),
    ],
    folder,
    asNobody: true,
    group: true,
    // It compiles its rules: 15 seconds of a processor.
    patience: 120_000,
    serves: async () => (await checks(worker)) && checks(controller),
  });
  return {
    ...running,
    worker: `http://127.0.0.1:${worker}`,
    controller: { RSPAMD_URL: `http://127.0.0.1:${controller}`, RSPAMD_PASSWORD: PASSWORD },
  };
}
