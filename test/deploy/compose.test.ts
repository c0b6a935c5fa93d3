import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { STOP_DEADLINE } from '../../src/cli/serve.ts';
import { TIMEOUTS } from '../../src/http/app.ts';
import { readDeployFile } from './deploy-files.ts';
import { cluster, nodesOf, single } from './deployments.ts';
import { instructionOf } from './dockerfile.ts';
import { isPath, version } from './facts.ts';

describe('deploy: Compose', () => {
  const nodes = [...nodesOf(single), ...nodesOf(cluster)];

  it('runs four nodes of this version', () => {
    assert.equal(nodes.length, 4);
    for (const [name, { image: tag }] of nodes) assert.equal(tag, `letterslot:${version}`, name);
  });

  it('hardens every service and gives nodes more than their own stop deadline', () => {
    for (const service of [...Object.values(single.services), ...Object.values(cluster.services)]) {
      assert.equal(service.read_only, true);
      assert.deepEqual(service.cap_drop, ['ALL']);
      assert.deepEqual(service.security_opt, ['no-new-privileges:true']);
      assert.ok(Number.parseInt(service.stop_grace_period, 10) > STOP_DEADLINE / 1_000);
    }
  });

  it('refers to secrets, volumes and services that are there', () => {
    for (const { services, secrets, volumes } of [single, cluster]) {
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
        const files = Object.entries(service.environment ?? {}).filter(([name]) =>
          name.endsWith('_FILE'),
        );
        for (const [, path] of files) {
          assert.ok(service.secrets?.includes(path.replace('/run/secrets/', '')), path);
        }
      }
    }
  });

  it('trusts the address that requests come from', () => {
    const caddy = cluster.services['caddy']?.networks as Record<string, { ipv4_address?: string }>;
    for (const [, { environment }] of nodesOf(cluster)) {
      assert.equal(environment?.['TRUSTED_PROXIES'], caddy['front']?.ipv4_address);
    }
    const [network] = single.networks['front']?.ipam?.config ?? [];
    assert.equal(single.services['letterslot']?.environment?.['TRUSTED_PROXIES'], network?.gateway);
    assert.deepEqual(single.services['letterslot']?.ports, ['127.0.0.1:8080:8080']);
  });

  it('balances over every node, by their port and a path that is there', () => {
    const caddyfile = readDeployFile('Caddyfile');
    const [, upstreams = ''] = /reverse_proxy ([^{]+) \{/.exec(caddyfile) ?? [];
    const port = instructionOf('EXPOSE');
    assert.deepEqual(
      upstreams.split(' '),
      nodesOf(cluster).map(([name]) => `${name}:${port}`),
    );
    const [, path = ''] = /health_uri (\S+)/.exec(caddyfile) ?? [];
    assert.ok(isPath(path), path);
    assert.deepEqual(
      Object.keys(cluster.services['caddy']?.depends_on ?? {}),
      nodesOf(cluster).map(([name]) => name),
    );
  });

  it('keeps no connection to a node longer than the node does', () => {
    const [, keep = ''] = /keepalive (\d+)s/.exec(readDeployFile('Caddyfile')) ?? [];
    assert.ok(Number(keep) > 0 && Number(keep) * 1_000 < TIMEOUTS.keepAlive, keep);
  });
});
