import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { parseSettingsFile } from '../../src/platform/settings/settings-file.ts';
import { startDnsZone } from '../support/dns-zone.ts';
import { reservePort } from '../support/own-port.ts';
import { tokenIn } from '../support/service.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { newFolder, runIn } from './in-folder.ts';

it('letterslot setup leads from options to a delivered test, and goes on where it was', async (test) => {
  const folder = newFolder(test);
  const sink = await startSmtpSink();
  test.after(() => sink.close());
  const zone = await startDnsZone({
    'example.com': ['v=spf1 ip4:203.0.113.7 -all'],
    '_dmarc.example.com': ['v=DMARC1; p=none'],
  });
  test.after(zone.close);
  const port = await reservePort();
  const url = `http://localhost:${port}`;
  const options = {
    domain: url,
    mail: `localhost:${sink.port}`,
    from: 'Forms <forms@example.com>',
    operator: 'owner@example.com',
    dns: zone.server,
  };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const first = runIn(folder, ['setup', ...words, `PORT=${port}`]);
  const arrived = until('the first mail', () => sink.mails.length === 1);
  await Promise.race([arrived, first.then(({ output }) => assert.fail(output))]);
  const [mail = assert.fail()] = sink.mails;
  const body = new URLSearchParams({ token: tokenIn(mail) });
  const confirmed = await fetch(`${url}/v1/routes/verify`, { method: 'POST', body });
  assert.equal(confirmed.status, 200);
  const { code, output } = await first;
  assert.equal(code, 0, output);
  assert.ok(output.includes(`\nYour forms: ${url}/inbox\n`), output);
  assert.deepEqual(sink.mails[1]?.recipients, ['owner@example.com']);

  const file = join(folder, 'letterslot.env');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const again = await runIn(folder, ['setup', '--dns', zone.server, 'OPERATOR_NAME=Example Ltd']);
  assert.equal(again.code, 0, again.output);
  assert.equal(sink.mails.length, 3, 'it makes one form only');
  assert.deepEqual(parseSettingsFile(readFileSync(file, 'utf8')), {
    PORT: String(port),
    PUBLIC_URL: url,
    SMTP_HOST: 'localhost',
    SMTP_PORT: String(sink.port),
    MAIL_FROM: 'Forms <forms@example.com>',
    OPERATOR_CONTACT: 'owner@example.com',
    OPERATOR_NAME: 'Example Ltd',
  });
  const checked = await runIn(folder, ['setup', '--dns', zone.server, '--check']);
  assert.match(checked.output, /^ok +smtp +/m);
  assert.match(checked.output, /^warn +PUBLIC_URL|^FAIL +PUBLIC_URL/m);
});
