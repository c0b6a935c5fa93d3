import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accepts, reservePort } from '../support/own-port.ts';
import { CERTIFICATES } from '../support/postgres-server.ts';
import { newProgramFolder, runProgram, type Owner, type Running } from './programs.ts';

const DAEMONS = '/usr/lib/postfix/sbin';
const HOST = 'mail.letterslot.example';
const USER = `forms@${HOST}`;

/** As operators choose them: it has to be percent-encoded in a URL. */
const PASSWORD = 'p@ss/w:rd 1';

export interface Postfix extends Running {
  /** SMTP_URL with the right login, or with another password. */
  url(password?: string): string;
}

/** A relay that requires STARTTLS and a login, and forwards all mail to one port. */
const mainOf = (folder: string, target: number) => `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
command_directory = /usr/sbin
daemon_directory = ${DAEMONS}
meta_directory = /etc/postfix
mail_owner = postfix
setgid_group = postdrop
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
myhostname = ${HOST}
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
default_database_type = hash
alias_maps =
alias_database =
relayhost = [127.0.0.1]:${target}
smtp_tls_security_level = none
minimal_backoff_time = 1s
queue_run_delay = 1s
`;

/** STARTTLS and a login before anything else. */
const loginOf = (folder: string, logins: string) => `
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_tls_cert_file = ${folder}/server.pem
smtpd_tls_key_file = ${folder}/server.key
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${logins}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
`;

/** Which service takes connections. */
const SMTPD = 'inet n - n - - smtpd';

/** Delays the full greeting for every client, also local ones, and remembers none. */
const POSTSCREEN = `inet n - n - 1 postscreen
smtpd pass - - n - - smtpd
dnsblog unix - - n - 0 dnsblog
tlsproxy unix - - n - 0 tlsproxy`;

const screenOf = (seconds: number) => `
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
postscreen_access_list =
postscreen_greet_wait = ${seconds}s
postscreen_greet_action = enforce
postscreen_greet_ttl = 1s
`;

/** The services of Debian's master.cf that a relay uses, without chroot. */
const servicesOf = (port: number, front: string) => `
127.0.0.1:${port} ${front}
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`;

/** Dovecot without any mailbox, which checks logins for Postfix. */
const loginsOf = (folder: string) => `
base_dir = ${folder}/dovecot
state_dir = ${folder}/dovecot
log_path = /dev/stderr
protocols =
ssl = no
auth_mechanisms = plain login
passdb {
  driver = passwd-file
  args = ${folder}/users
}
service auth {
  unix_listener ${folder}/login {
    mode = 0666
  }
}
`;

async function startDovecot(test: Owner): Promise<string> {
  const folder = newProgramFolder('dovecot');
  const password = Buffer.from(PASSWORD).toString('base64');
  writeFileSync(join(folder, 'users'), `${USER}:{PLAIN.b64}${password}\n`);
  writeFileSync(join(folder, 'dovecot.conf'), loginsOf(folder));
  await runProgram(test, {
    name: 'dovecot',
    args: ['-F', '-c', join(folder, 'dovecot.conf')],
    folder,
    serves: () => Promise.resolve(existsSync(join(folder, 'login'))),
  });
  return join(folder, 'login');
}

/** Sends everything for one address into the standard input of a command. */
interface Pipe {
  /** Lines of main.cf, of master.cf and of a transport map. */
  main: string;
  master: string;
  transport: string;
  /** The script that master.cf names at this path; it runs as nobody. */
  script: string;
  path: string;
}

/** For clients of this machine, without a login; mail for some addresses goes to the pipe. */
function pipeOf(folder: string, { main, master, transport, script, path: named }: Pipe) {
  const path = join(folder, 'pipe');
  writeFileSync(path, script, { mode: 0o755 });
  return {
    main: `
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
${main}
transport_maps = inline:{ {${transport.replace(' ', ' = ')}} }
`,
    service: `${master.replace(/user=\w+/, 'user=nobody').replace(named, path)}\n`,
  };
}

/** Runs Debian's Postfix with SASL and STARTTLS; it passes everything on to the port `target`. */
export async function startPostfix(test: Owner, target: number): Promise<Postfix> {
  const logins = await startDovecot(test);
  return runPostfix(test, target, (folder) => ({ main: loginOf(folder, logins), service: '' }));
}

/** Runs Debian's Postfix with a pipe; it passes everything else on to the port `target`. */
export const startPipingPostfix = (test: Owner, target: number, pipe: Pipe): Promise<Postfix> =>
  runPostfix(test, target, (folder) => pipeOf(folder, pipe));

/** Debian's Postfix behind postscreen, which greets after `seconds`; forwards to `target`. */
export const startScreeningPostfix = (
  test: Owner,
  target: number,
  seconds: number,
): Promise<Postfix> =>
  runPostfix(test, target, () => ({ main: screenOf(seconds), service: '', front: POSTSCREEN }));

async function runPostfix(
  test: Owner,
  target: number,
  more: (folder: string) => { main: string; service: string; front?: string },
): Promise<Postfix> {
  const [folder, port] = [newProgramFolder('postfix'), await reservePort()];
  const { main, service, front = SMTPD } = more(folder);
  for (const name of ['queue', 'data']) mkdirSync(join(folder, name));
  execFileSync('chown', ['postfix', join(folder, 'data')]);
  writeFileSync(join(folder, 'main.cf'), mainOf(folder, target) + main);
  writeFileSync(join(folder, 'master.cf'), servicesOf(port, front) + service);
  copyFileSync(join(CERTIFICATES, 'database.pem'), join(folder, 'server.pem'));
  writeFileSync(join(folder, 'server.key'), readFileSync(join(CERTIFICATES, 'database.key')), {
    mode: 0o600,
  });
  execFileSync('postfix', ['-c', folder, 'check'], { stdio: 'pipe' });
  const running = await runProgram(test, {
    name: join(DAEMONS, 'master'),
    args: ['-c', folder, '-d'],
    folder,
    group: true,
    serves: () => accepts(port),
  });
  return {
    ...running,
    output: () => readFileSync(join(folder, 'log'), 'utf8'),
    url(password = PASSWORD) {
      const user = encodeURIComponent(USER);
      return `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
    },
  };
}
