import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { it, type TestContext } from 'node:test';
import { CommandError } from '../command.ts';
import { imapAccount } from './imap-account.ts';
import { ImapConnection } from './imap-connection.ts';

/** The number of 127.0.0.1, which the program cannot know to be this machine. */
const LOOPBACK = 2_130_706_433;

/** A mail server that answers LOGIN with these words or disconnects; records its commands. */
async function startServer(test: TestContext, login: string | undefined) {
  const told: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('* OK ready\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      told.push(line);
      const [tag = '', command = ''] = line.split(' ');
      if (command === 'CAPABILITY') socket.write('* CAPABILITY IMAP4rev1\r\n');
      if (command !== 'LOGIN') return void socket.write(`${tag} OK done\r\n`);
      if (login === undefined) socket.destroy();
      else socket.write(`${tag} ${login}\r\n`);
    });
  }).listen(0, '127.0.0.1');
  test.after(() => server.close());
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, told };
}

/** The fault of a session with a server. */
async function faultOf(test: TestContext, login: string | undefined, host = '127.0.0.1') {
  const { port, told } = await startServer(test, login);
  const account = imapAccount(`imap://ada@${host}:${port}/INBOX`);
  const fault = await ImapConnection.open(account, { pass: 'secret' }, 1_000).catch(
    (error: unknown) => error,
  );
  assert.ok(fault instanceof CommandError);
  return { message: fault.message, exitCode: fault.exitCode, told };
}

it('the words of a server that refuses a login are shown, and cannot steer a terminal', async (test) => {
  const login = 'NO [AUTHENTICATIONFAILED] \u001b[31mUse an app password\u001b[0m\u0007';
  const { message, exitCode } = await faultOf(test, login);
  assert.match(message, /refuses the login of ada: “.*Use an app password/);
  assert.doesNotMatch(message, /\p{Cc}/u);
  assert.equal(exitCode, 1);
});

it('a server that is out of order for a while is worth another attempt', async (test) => {
  assert.equal((await faultOf(test, 'NO [UNAVAILABLE] Try later')).exitCode, 75);
  assert.equal((await faultOf(test, undefined)).exitCode, 75);
});

it('no password is sent without TLS, but to this machine', async (test) => {
  const { message, told } = await faultOf(test, 'OK', String(LOOPBACK));
  assert.match(message, /offers no STARTTLS/);
  assert.ok(told.every((line) => !line.includes('secret')));
});
