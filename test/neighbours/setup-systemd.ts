// Runs in a machine apart: systemd.neighbour.ts starts it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startDnsZone } from '../support/dns-zone.ts';
import { tokenIn } from '../support/service.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { bootSystemd } from './booted-systemd.ts';

it('letterslot setup --for systemd leads to a unit that delivers, and starts again', async (test) => {
  const run = await bootSystemd(test, '/opt/letterslot');
  const sink = await startSmtpSink(test);
  const zone = await startDnsZone({
    'example.com': ['v=spf1 ip4:203.0.113.7 -all'],
    '_dmarc.example.com': ['v=DMARC1; p=none'],
  });
  test.after(zone.close);
  const url = 'http://localhost:8080';
  const letterslot = (...words: string[]) => run('/opt/letterslot/bin/letterslot', ...words);
  const options = {
    for: 'systemd',
    domain: url,
    mail: `localhost:${sink.port}`,
    from: 'Forms <forms@example.com>',
    operator: 'owner@example.com',
    dns: zone.server,
  };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const setup = letterslot('setup', ...words);
  const arrived = until('the first mail', () => sink.mails.length === 1);
  await Promise.race([arrived, setup.then(({ stdout }) => assert.fail(stdout))]);
  const [mail = assert.fail()] = sink.mails;
  const body = new URLSearchParams({ token: tokenIn(mail) });
  const confirmed = await fetch(`${url}/v1/routes/verify`, { method: 'POST', body });
  assert.equal(confirmed.status, 200);
  const { stdout } = await setup;
  assert.match(stdout, /^Your forms: http:\/\/localhost:8080\/inbox$/m);
  assert.deepEqual(sink.mails[1]?.recipients, ['owner@example.com']);
  const state = await run('systemctl', 'show', 'letterslot', '-p', 'ActiveState,UnitFileState');
  assert.equal(state.stdout, 'ActiveState=active\nUnitFileState=enabled\n');
  assert.match((await run('letterslot', 'routes', 'list')).stdout, /\bcfm_/);
  await run('systemctl', 'stop', 'letterslot');
  const ended = await run('systemctl', 'show', 'letterslot', '-p', 'ActiveState,Result');
  assert.equal(ended.stdout, 'Result=success\nActiveState=inactive\n');
});
