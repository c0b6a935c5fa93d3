import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accepts, reservePort } from '../support/own-port.ts';
import { NOBODY } from '../support/temp-folder.ts';
import {
  giveToNobody,
  newProgramFolder,
  runProgram,
  type Owner,
  type Running,
} from './programs.ts';

const TLS = join(import.meta.dirname, '../support/tls');

/** Takes XOAUTH2 alone, over STARTTLS, and passes mails on to the port `target`. */
const configurationOf = (folder: string, port: number, target: number) => `
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = /dev/stderr
protocols = submission
listen = 127.0.0.1
ssl = required
ssl_cert = <${folder}/server.pem
ssl_key = <${folder}/server.key
auth_mechanisms = xoauth2
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${folder}/tokens
}
userdb {
  driver = static
  args = uid=${NOBODY} gid=${NOBODY} home=${folder}/home
}
mail_location = maildir:~/Maildir
submission_relay_host = 127.0.0.1
submission_relay_port = ${target}
service submission-login {
  inet_listener submission {
    port = ${port}
  }
}
`;

/** It asks the token server about every token that somebody logs in with. */
const tokensOf = (folder: string, url: string) => `
introspection_mode = post
introspection_url = ${url}
username_attribute = username
active_attribute = active
active_value = true
tls_ca_cert_file = ${folder}/ca.pem
`;

export interface DovecotSubmission extends Running {
  port: number;
  /** Ends all sessions of a user. */
  kick(user: string): Promise<void>;
}

/** Runs Debian's Dovecot as a submission server whose logins are tokens. */
export async function startDovecotSubmission(
  test: Owner,
  introspectionUrl: string,
  target: number,
): Promise<DovecotSubmission> {
  const [folder, port] = [newProgramFolder('dovecot'), await reservePort()];
  const configuration = join(folder, 'dovecot.conf');
  writeFileSync(configuration, configurationOf(folder, port, target));
  writeFileSync(join(folder, 'tokens'), tokensOf(folder, introspectionUrl));
  for (const name of ['server.pem', 'server.key', 'ca.pem'])
    copyFileSync(join(TLS, name), join(folder, name));
  mkdirSync(join(folder, 'home'));
  giveToNobody(join(folder, 'home'));
  const running = await runProgram(test, {
    name: 'dovecot',
    args: ['-F', '-c', configuration],
    folder,
    serves: () => accepts(port),
  });
  return {
    ...running,
    port,
    async kick(user) {
      await promisify(execFile)('doveadm', ['-c', configuration, 'kick', user]);
    },
  };
}
