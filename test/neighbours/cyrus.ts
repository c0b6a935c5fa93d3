import { execFileSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accepts, reservePort } from '../support/own-port.ts';
import { newProgramFolder, runProgram, type Owner, type Running } from './programs.ts';

const PROGRAMS = '/usr/lib/cyrus/bin';
const TLS = join(import.meta.dirname, '../support/tls');

/** JMAP with tokens; the mailboxes of a user are made with the first mail. */
const configurationOf = (folder: string, target: number) => `
configdirectory: ${folder}/configuration
proc_path: ${folder}/run/processes
mboxname_lockpath: ${folder}/run/locks
lmtpsocket: ${folder}/run/lmtp
defaultpartition: default
partition-default: ${folder}/mails
servername: localhost
virtdomains: userid
httpmodules: jmap
http_jwt_key_dir: ${folder}/keys
conversations: yes
autocreate_post: yes
autocreate_quota: 0
autocreate_inbox_folders: Drafts
xlist-drafts: Drafts
smtp_backend: host
smtp_host: localhost:${target}/noauth
tls_server_cert: ${folder}/server.pem
tls_server_key: ${folder}/server.key
`;

const servicesOf = (folder: string, port: number) => `
START {
}
SERVICES {
  https cmd="${PROGRAMS}/httpd -C ${folder}/imapd.conf -s" listen="127.0.0.1:${port}"
  lmtp cmd="${PROGRAMS}/lmtpd -C ${folder}/imapd.conf" listen="${folder}/run/lmtp"
}
EVENTS {
}
`;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JSON Web Token of a user, signed with HMAC (RFC 7519). */
function tokenOf(sub: string, key: Buffer): string {
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub })}`;
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
}

export interface Cyrus extends Running {
  /** The session resource of JMAP, and a bearer token of the user. */
  url: string;
  token: string;
}

/** Runs Debian's Cyrus with JMAP and one user; it submits mails to the port `target`. */
export async function startCyrus(test: Owner, user: string, target: number): Promise<Cyrus> {
  const [folder, port, key] = [newProgramFolder('cyrus'), await reservePort(), randomBytes(32)];
  for (const name of ['configuration/socket', 'run', 'mails', 'keys'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'imapd.conf'), configurationOf(folder, target));
  writeFileSync(join(folder, 'cyrus.conf'), servicesOf(folder, port));
  const pem = `-----BEGIN HMAC KEY-----\n${key.toString('base64')}\n-----END HMAC KEY-----\n`;
  writeFileSync(join(folder, 'keys', 'key.pem'), pem);
  for (const name of ['server.pem', 'server.key'])
    copyFileSync(join(TLS, name), join(folder, name));
  execFileSync('chown', ['-R', 'cyrus:mail', folder]);
  const configured = ['-C', join(folder, 'imapd.conf')];
  const running = await runProgram(test, {
    name: 'cyrmaster',
    args: [...configured, '-M', join(folder, 'cyrus.conf'), '-p', join(folder, 'run/pid'), '-D'],
    folder,
    serves: () => accepts(port),
  });
  execFileSync(join(PROGRAMS, 'deliver'), [...configured, user], {
    input: 'From: welcome@example.com\r\nSubject: Welcome\r\n\r\nHello\r\n',
  });
  return { ...running, url: `https://localhost:${port}/jmap/`, token: tokenOf(user, key) };
}
