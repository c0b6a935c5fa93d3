import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { stringify } from 'yaml';
import { ALERTS, readDashboard } from '../deploy/monitoring.ts';
import { startMeteredService, withToken } from '../support/metered-service.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { unlessInstalled } from './programs.ts';

/** What promtool says, and whether it has no complaint. */
async function promtool(args: readonly string[], input = '') {
  const child = spawn('promtool', args);
  child.stdin.end(input);
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const said = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exited, said: said.join('') };
}

describe('Prometheus', { skip: unlessInstalled('promtool') }, () => {
  it('Prometheus takes the alert rules', async () => {
    const { code, said } = await promtool(['check', 'rules', ALERTS]);
    assert.equal(code, 0, said);
  });

  it('the alerts fire at what they name, and not at one refused recipient, a roll-out or another program', async () => {
    const cases = join(import.meta.dirname, 'alerts.yaml');
    const { code, said } = await promtool(['test', 'rules', cases]);
    assert.equal(code, 0, said);
  });

  it('Prometheus can read every expression of the dashboard', async (test) => {
    const folder = newTempFolder('rules', test);
    const rules = readDashboard().map(({ expr }, index) => ({
      record: `dashboard:line_${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$__range', '1d'),
    }));
    const file = join(folder, 'dashboard.yaml');
    writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules }] }));
    const { code, said } = await promtool(['check', 'rules', file]);
    assert.equal(code, 0, said);
    assert.ok(said.includes(`${rules.length} rules found`), said);
  });

  it('Prometheus has one complaint about /metrics: a name of the library', async (test) => {
    const { request } = await startMeteredService(test);
    const { said } = await promtool(
      ['check', 'metrics'],
      (await request('/metrics', withToken)).text,
    );
    const complaints = said.trim().split('\n');
    assert.deepEqual(complaints, [
      "nodejs_eventloop_utilization_histogram metric name should not include type 'histogram'",
    ]);
  });
});
