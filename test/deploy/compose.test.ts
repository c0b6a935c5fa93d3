import assert from 'node:assert/strict';
import { it } from 'node:test';
import { STOP_DEADLINE } from '../../src/app/process-life.ts';
import { serviceOf, type Ipv4 } from './deploy-files.ts';
import { compose, composed } from './deployments.ts';
import { instructionOf } from './dockerfile.ts';
import { version } from './facts.ts';

const { services, secrets = {}, volumes, networks } = compose;

it('Compose runs one node of this version', () => {
  assert.equal(composed.image, `ghcr.io/letterslot/letterslot:${version}`);
  assert.deepEqual(Object.keys(services), ['letterslot', 'caddy']);
});

it('Compose hardens every service and gives the node more than its own stop deadline', () => {
  for (const service of Object.values(services)) {
    assert.equal(service.read_only, true);
    assert.deepEqual(service.cap_drop, ['ALL']);
    assert.deepEqual(service.security_opt, ['no-new-privileges:true']);
    assert.ok(Number.parseInt(service.stop_grace_period, 10) > STOP_DEADLINE / 1_000);
  }
});

it('Compose keeps crash dumps, which hold submissions, off the disk', () => {
  assert.equal(composed.ulimits?.['core'], 0);
});

it('Compose refers to existing secrets, volumes and services', () => {
  for (const service of Object.values(services)) {
    for (const secret of service.secrets ?? []) assert.ok(secrets[secret], secret);
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (!source.startsWith('.')) assert.ok(Object.hasOwn(volumes, source), source);
    }
    const paths = Object.entries(service.environment ?? {}).filter(([name]) =>
      name.endsWith('_FILE'),
    );
    for (const [, path] of paths) {
      assert.ok(service.secrets?.includes(path.replace('/run/secrets/', '')), path);
    }
  }
});

it('Compose trusts the address that requests come from', () => {
  const [network] = networks['front']?.ipam?.config ?? [];
  const caddy = serviceOf(compose, 'caddy').networks as Record<string, Ipv4>;
  assert.equal(
    composed.environment?.['TRUSTED_PROXIES'],
    `${network?.gateway},${caddy['front']?.ipv4_address}`,
  );
  assert.deepEqual(composed.ports, [`127.0.0.1:8080:${instructionOf('EXPOSE')}`]);
});
