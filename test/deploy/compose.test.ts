import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { STOP_DEADLINE } from '../../src/app/process-life.ts';
import { TIMEOUTS } from '../../src/web/http/app.ts';
import { drainOf, readSettings } from '../../src/platform/settings/settings.ts';
import { readDeployFile } from './deploy-files.ts';
import { cluster, deployments, nodesOf, platform, single } from './deployments.ts';
import { instructionOf } from './dockerfile.ts';
import { readSecret, version } from './facts.ts';

/** What the group of a pattern takes from each line of haproxy.cfg that it matches. */
const proxyLines = (pattern: RegExp) =>
  readDeployFile('haproxy.cfg')
    .split('\n')
    .flatMap((line) => pattern.exec(line.trim())?.slice(1) ?? []);

describe('deploy: Compose', () => {
  const files = [single, cluster, platform];
  const nodes = files.flatMap(nodesOf);

  it('Compose runs five nodes of this version', () => {
    assert.equal(nodes.length, 5);
    for (const [name, { image: tag }] of nodes)
      assert.equal(tag, `ghcr.io/letterslot/letterslot:${version}`, name);
  });

  it('Compose hardens every service and gives nodes more than their own stop deadline', () => {
    for (const service of files.flatMap(({ services }) => Object.values(services))) {
      assert.equal(service.read_only, true);
      assert.deepEqual(service.cap_drop, ['ALL']);
      assert.deepEqual(service.security_opt, ['no-new-privileges:true']);
      assert.ok(Number.parseInt(service.stop_grace_period, 10) > STOP_DEADLINE / 1_000);
    }
  });

  it('Compose keeps crash dumps, which hold submissions, off the disk', () => {
    for (const [name, { ulimits }] of nodes) assert.equal(ulimits?.['core'], 0, name);
  });

  it('Compose refers to existing secrets, volumes and services', () => {
    for (const { services, secrets = {}, volumes } of files) {
      for (const service of Object.values(services)) {
        for (const secret of service.secrets ?? []) assert.ok(secrets[secret], secret);
        for (const volume of service.volumes ?? []) {
          const [source = ''] = volume.split(':');
          if (!source.startsWith('.')) assert.ok(Object.hasOwn(volumes, source), source);
        }
        for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
          assert.ok(services[name], name);
          assert.equal(condition, 'service_healthy');
        }
        const paths = Object.entries(service.environment ?? {}).filter(([name]) =>
          name.endsWith('_FILE'),
        );
        for (const [, path] of paths) {
          assert.ok(service.secrets?.includes(path.replace('/run/secrets/', '')), path);
        }
      }
    }
  });

  it('Compose trusts the address that requests come from', () => {
    const proxy = cluster.services['haproxy']?.networks as Record<
      string,
      { ipv4_address?: string }
    >;
    for (const [, { environment }] of nodesOf(cluster)) {
      assert.equal(environment?.['TRUSTED_PROXIES'], proxy['front']?.ipv4_address);
    }
    const [network] = single.networks['front']?.ipam?.config ?? [];
    const caddy = single.services['caddy']?.networks as typeof proxy;
    assert.equal(
      single.services['letterslot']?.environment?.['TRUSTED_PROXIES'],
      `${network?.gateway},${caddy['front']?.ipv4_address}`,
    );
    assert.deepEqual(single.services['letterslot']?.ports, ['127.0.0.1:8080:8080']);
  });

  it('HAProxy balances over every node, by its port and an existing path', () => {
    const names = nodesOf(cluster).map(([name]) => name);
    const servers = proxyLines(/^server \S+ (\S+)$/);
    assert.deepEqual(
      servers,
      names.map((name) => `${name}:${instructionOf('EXPOSE')}`),
    );
    const [path = ''] = proxyLines(/^http-check send meth GET uri (\S+) /);
    assert.equal(path, '/ready');
    assert.deepEqual(Object.keys(cluster.services['haproxy']?.depends_on ?? {}), names);
  });

  it('HAProxy moves requests away before a stopping node refuses them', () => {
    const [seconds, times] = proxyLines(/^default-server check inter (\d+)s fall (\d+) /);
    for (const { name, env } of deployments) {
      if (!name.startsWith('compose.cluster')) continue;
      const { accepting } = drainOf(readSettings(env, readSecret));
      assert.ok(Number(seconds) * (Number(times) + 1) * 1_000 < accepting, name);
    }
  });

  it('Compose publishes the ports that the proxy listens on, with its certificate', () => {
    const proxy = cluster.services['haproxy'];
    const ports = proxyLines(/^bind :(\d+)/);
    assert.deepEqual(
      proxy?.ports?.map((pair) => pair.split(':')[1]),
      ports,
    );
    const [certificate] = proxyLines(/ crt \/run\/secrets\/(\S+)/);
    assert.deepEqual(proxy?.secrets, [certificate]);
  });

  it('HAProxy repeats only GET, and gives a node longer than it needs', () => {
    assert.deepEqual(proxyLines(/^http-request disable-l7-retry (.+)$/), ['unless METH_GET']);
    assert.deepEqual(proxyLines(/^http-reuse (\w+)$/), ['never']);
    const [wait = ''] = proxyLines(/^timeout server (\d+)s$/);
    assert.ok(Number(wait) * 1_000 > TIMEOUTS.request, wait);
  });
});
