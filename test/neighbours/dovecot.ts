import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accepts, reservePort } from '../support/own-port.ts';
import { CERTIFICATES } from '../support/postgres-server.ts';
import { NOBODY } from '../support/temp-folder.ts';
import {
  giveToNobody,
  newProgramFolder,
  runProgram,
  type Owner,
  type Running,
} from './programs.ts';

const USER = 'owner@example.com';

/** As people choose them. */
const PASSWORD = 'p@ss/w:rd "1" ü';

const execute = promisify(execFile);

export interface Dovecot extends Running {
  user: string;
  password: string;
  /** What `--imap` takes, for TLS from the first octet or STARTTLS. */
  url(folder?: string, scheme?: 'imaps' | 'imap'): string;
  /** The folder of the user's mails, in the format Maildir. */
  maildir: string;
  /** Delivers a mail as mail servers do, into INBOX unless a folder is named. */
  deliver(raw: string | Buffer, folder?: string): Promise<void>;
  /** Runs a command of doveadm for the user. */
  doveadm(command: string, ...args: string[]): Promise<string>;
  /** A shell line that is `doveadm` of a machine with this Dovecot. */
  shim: string;
}

const configurationOf = (folder: string, ports: { imap: number; imaps: number }) => `
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${folder}/server.pem
ssl_key = <${folder}/server.key
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${NOBODY} gid=${NOBODY} home=${folder}/home
}
mail_location = maildir:~/Maildir
namespace inbox {
  inbox = yes
  mailbox Archive {
    auto = create
  }
  mailbox Trash {
    auto = create
    special_use = \\Trash
  }
}
service imap-login {
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${ports.imaps}
  }
}
`;

/** Runs Debian's Dovecot with one mailbox. */
export async function startDovecot(test: Owner): Promise<Dovecot> {
  const folder = newProgramFolder('dovecot');
  const ports = { imap: await reservePort(), imaps: await reservePort() };
  const configuration = join(folder, 'dovecot.conf');
  const password = Buffer.from(PASSWORD).toString('base64');
  writeFileSync(configuration, configurationOf(folder, ports));
  writeFileSync(join(folder, 'users'), `${USER}:{PLAIN.b64}${password}\n`);
  for (const name of ['server.pem', 'server.key']) {
    copyFileSync(join(CERTIFICATES, name.replace('server', 'database')), join(folder, name));
  }
  mkdirSync(join(folder, 'home'));
  giveToNobody(join(folder, 'home'));
  const running = await runProgram(test, {
    name: 'dovecot',
    args: ['-F', '-c', configuration],
    folder,
    serves: async () => (await accepts(ports.imap)) && (await accepts(ports.imaps)),
  });
  const pipe = (name: string, args: readonly string[], input: string | Buffer) => {
    const done = execute(name, ['-c', configuration, ...args], { encoding: 'utf8' });
    done.child.stdin?.end(input);
    return done;
  };
  return {
    ...running,
    user: USER,
    password: PASSWORD,
    url(folderName = '', scheme = 'imaps') {
      const path = folderName.split('/').map(encodeURIComponent).join('/');
      return `${scheme}://${encodeURIComponent(USER)}@127.0.0.1:${ports[scheme]}/${path}`;
    },
    shim: `PATH=\${PATH#*:} && exec doveadm -c ${configuration} "$@"`,
    maildir: join(folder, 'home', 'Maildir'),
    async deliver(raw, mailbox = 'INBOX') {
      await pipe('/usr/lib/dovecot/dovecot-lda', ['-d', USER, '-m', mailbox], raw);
    },
    async doveadm(command, ...args) {
      const { stdout } = await pipe('doveadm', [...command.split(' '), '-u', USER, ...args], '');
      return stdout;
    },
  };
}
