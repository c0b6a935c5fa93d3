// Runs in a machine apart: own-postfix.neighbour.ts starts it.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { startDnsZone } from '../support/dns-zone.ts';
import { onTerminal } from '../support/on-terminal.ts';
import { accepts, reservePort } from '../support/own-port.ts';
import { runCli } from '../support/run-cli.ts';
import { startService, tokenIn } from '../support/service.ts';
import { startSmtpSink, type ReceivedMail } from '../support/smtp-sink.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';
import { openDebian, type DebianRoot } from './debian-root.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/sending-mail-details.md'), 'utf8');
const [, SECTION = ''] = /^### Postfix of your own\n(.*?)^## /ms.exec(PAGE) ?? [];
const [, TEST_MAIL = ''] = /^npx letterslot (doctor --mail) you@example\.com$/m.exec(PAGE) ?? [];
const [SCRIPT = '', GIVEN = ''] = Array.from(
  SECTION.matchAll(/^```sh\n(.*?)^```$/gms),
  ([, block]) => block,
);

/** Addresses that others could reach: that of the server, and of the MX of its domain. */
const [ADDRESS, MX_ADDRESS] = ['1.2.3.4', '1.2.3.5'];
const FILLED_IN = SCRIPT.replace(/^address=\S+/m, `address=${ADDRESS}`);

/** What the page sets, and an address for the buttons of mail programs. */
const SETTINGS: Record<string, string> = {
  ...Object.fromEntries(
    Array.from(GIVEN.matchAll(/^(\w+)='?(.*?)'?$/gm), ([, name, value]) => [name, value]),
  ),
  PUBLIC_URL: 'https://forms.example.com',
};

/** A mailbox of the domain itself, which is not on this machine. */
const OWNER = 'owner@example.com';

const KEY = '/etc/dkimkeys/s1.private';

const keyIn = (printed: string) => /^\S+_domainkey.*/m.exec(printed)?.[0];

/** Debian after the script, and what that printed. */
async function followPage(): Promise<{ root: DebianRoot; printed: string }> {
  const root = await openDebian(['postfix', 'opendkim', 'opendkim-tools'], [ADDRESS, MX_ADDRESS]);
  // As people answer the question for the system mail name.
  await root.run('echo example.com > /etc/mailname');
  const printed = await root.run(FILLED_IN);
  assert.equal(keyIn(await root.run(FILLED_IN)), keyIn(printed), 'a second run keeps the key');
  assert.equal(await root.run(`stat --format="%U %a" ${KEY}`), 'opendkim 600\n');
  assert.equal(await accepts(25, ADDRESS), false, 'others reach no port of it');
  return { root, printed };
}

/** The records that the script printed, in a DNS server of this machine, with the domain's MX. */
async function publish(test: TestContext, printed: string): Promise<string> {
  const texts = Array.from(
    printed.matchAll(/^(\S+)\. TXT "(.+)"$/gm),
    ([, name = '', text = '']) => [name, [text]] as const,
  );
  const [, host = '', address = ''] = /^(\S+)\. A (\S+)$/m.exec(printed) ?? [];
  assert.ok(printed.includes(`\n${address} PTR ${host}.\n`));
  const zone = await startDnsZone(Object.fromEntries(texts), {
    addresses: { [host]: address, 'mx.example.com': MX_ADDRESS },
    mailServers: { 'example.com': 'mx.example.com' },
    port: 53,
  });
  test.after(zone.close);
  return zone.server;
}

const verifies = async (root: DebianRoot, raw: string) =>
  /^signature ok$/m.test(await root.run('dkimverify || true', raw));

/** A signature's tags, without the folding. */
function signatureOf({ raw }: ReceivedMail): Record<string, string | undefined> {
  const [, field = ''] = /^DKIM-Signature:(.*?)\r\n(?!\s)/ms.exec(raw) ?? [];
  return Object.fromEntries(
    Array.from(field.replaceAll(/\s+/g, '').matchAll(/(\w+)=([^;]*)/g), ([, tag, value]) => [
      tag,
      value,
    ]),
  );
}

interface Walk {
  dns: string;
  arrived(count: number): Promise<ReceivedMail>;
}

/** One command and four answers, from no settings to a signed test in the mailbox. */
async function setUp(test: TestContext, { dns, arrived }: Walk, first: number): Promise<void> {
  const folder = newTempFolder('setup');
  test.after(() => rmSync(folder, { recursive: true }));
  const url = `http://localhost:${await reservePort()}`;
  const confirm = async () => {
    const body = new URLSearchParams({ token: tokenIn(await arrived(first)) });
    const { status } = await fetch(`${url}/v1/routes/verify`, { method: 'POST', body });
    assert.equal(status, 200);
    return '';
  };
  const { code, screen } = await onTerminal(
    ['setup', '--dns', dns],
    { XDG_CONFIG_HOME: folder, PORT: new URL(url).port },
    [
      ['Domain of the service', `${url}\r`],
      ['Mail server', 'localhost\r'],
      ['Sender of every mail', 'Forms <forms@example.com>\r'],
      ['Your own mail address', `${OWNER}\r`],
      ['A mail is on its way', confirm],
      ['Letterslot runs until', '\u0003'],
    ],
    folder,
  );
  assert.equal(code, 0, screen);
  await arrived(first + 1);
  assert.match(screen, /^Your forms: http.*\/inbox/m);
}

/** It is signed for the domain, with the button of mail programs. */
async function judgeSubmission(root: DebianRoot, mail: ReceivedMail): Promise<void> {
  const { d, h = '' } = signatureOf(mail);
  assert.equal(d, 'example.com');
  const signed = h.toLowerCase().split(':');
  for (const field of ['from', 'list-unsubscribe', 'list-unsubscribe-post'])
    assert.ok(signed.includes(field), `${field} is not signed: ${h}`);
  const changed = mail.raw.replace('=One-Click', '=Two-Click');
  assert.equal(await verifies(root, changed), false, 'it verifies whatever the mail says');
}

it("docs/sending-mail-details.md: a Postfix of one's own signs, and delivers", async (test) => {
  const { root, printed } = await followPage();
  const dns = await publish(test, printed);
  const mailbox = await startSmtpSink(test, undefined, MX_ADDRESS);
  const arrived = async (count: number) => {
    await until(`mail ${count}`, () => mailbox.mails.length === count);
    const mail = mailbox.mails[count - 1] ?? assert.fail();
    assert.deepEqual(mail.recipients, [OWNER]);
    assert.equal(await verifies(root, mail.raw), true, mail.raw);
    return mail;
  };

  const doctor = async (command = 'doctor', ...args: string[]) =>
    (await runCli(SETTINGS, [...command.split(' '), ...args, '--dns', dns])).out;
  const out = await doctor(TEST_MAIL, OWNER, '--dkim-selector', 's1');
  for (const subject of ['smtp', 'mail', 'SPF', 'DKIM', 'DMARC', 'PTR', 'SPF address', 'alignment'])
    assert.match(out, new RegExp(`^ok +${subject}  `, 'm'));
  await arrived(1);

  const service = await startService(test, { ...SETTINGS, SMTP_URL: '' });
  const { form_id } = (await service.create({ email: OWNER })).json;
  await service.confirm(tokenIn(await arrived(2)));
  const submit = async () => (await service.submit(form_id, { message: 'Grüße' })).status;
  assert.equal(await submit(), 200);
  await judgeSubmission(root, await arrived(3));

  const restart = async () => {
    await root.run('systemctl restart opendkim');
    await until('OpenDKIM', () => accepts(8891));
  };
  await restart();
  // Postfix answers 451 to all that comes on a session from before.
  assert.equal(await submit(), 200, 'a visitor is turned away because of an old session');
  await arrived(4);
  await root.run('systemctl stop opendkim');
  assert.equal(await submit(), 503);
  const refusal = /^FAIL +smtp +the server refuses every mail for now, “451 .*a milter/m;
  assert.match(await doctor(), refusal);
  await restart();
  assert.equal(await submit(), 200);
  await arrived(5);
  await setUp(test, { dns, arrived }, 6);
});
