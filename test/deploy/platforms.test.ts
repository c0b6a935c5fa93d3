import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { STOP_DEADLINE } from '../../src/app/process-life.ts';
import { readSettings } from '../../src/platform/settings/settings.ts';
import { deployPath, readDeployFile, type Environment } from './deploy-files.ts';
import { platform } from './deployments.ts';
import { instructionOf } from './dockerfile.ts';
import { isPath, readSecret, version } from './facts.ts';

/** What a platform's file says, under the same names for all of them. */
interface Facts {
  /** From the repository's root. */
  dockerfile: string;
  folder: string;
  health: string;
  /** Seconds from SIGTERM until it is killed. */
  grace: number;
  env?: Environment;
}

function readRailway(): Facts {
  const { build, deploy } = JSON.parse(readDeployFile('railway.json')) as {
    build: { dockerfilePath: string };
    deploy: { requiredMountPath: string; healthcheckPath: string; drainingSeconds: number };
  };
  return {
    dockerfile: build.dockerfilePath,
    folder: deploy.requiredMountPath,
    health: deploy.healthcheckPath,
    grace: deploy.drainingSeconds,
  };
}

function readRender(): Facts {
  const { services } = parse(readDeployFile('render.yaml')) as {
    services: {
      dockerfilePath: string;
      healthCheckPath: string;
      maxShutdownDelaySeconds: number;
      disk: { mountPath: string };
      envVars: { key: string; value?: string }[];
    }[];
  };
  const [service] = services;
  assert.ok(service);
  const asked = platform.services['letterslot']?.environment ?? {};
  return {
    dockerfile: service.dockerfilePath,
    folder: service.disk.mountPath,
    health: service.healthCheckPath,
    grace: service.maxShutdownDelaySeconds,
    env: Object.fromEntries(
      service.envVars.map(({ key, value }) => [key, value ?? String(asked[key])]),
    ),
  };
}

function readFly(): Facts {
  const text = readDeployFile('fly.toml');
  const pairs = Object.fromEntries(
    Array.from(text.matchAll(/^(\w+) = '?([^'\n]+)'?$/gm), ([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  assert.equal(pairs['internal_port'], instructionOf('EXPOSE'));
  return {
    dockerfile: `deploy/${pairs['dockerfile']}`,
    folder: String(pairs['destination']),
    health: String(pairs['path']),
    grace: Number.parseInt(String(pairs['kill_timeout']), 10),
    env: {
      ...Object.fromEntries(Object.entries(pairs).filter(([name]) => /^[A-Z]/.test(name))),
      // By `fly secrets set`.
      SMTP_URL: readSecret('smtp_url'),
    },
  };
}

describe('deploy: platforms', () => {
  for (const [name, read] of Object.entries({ readRailway, readRender, readFly })) {
    it(`${name.replace('read', '')} builds the Dockerfile, keeps /data, and asks and waits as the service needs`, () => {
      const { dockerfile, folder, health, grace, env } = read();
      assert.ok(existsSync(deployPath(`../${dockerfile}`)), dockerfile);
      assert.equal(folder, '/data');
      assert.ok(isPath(health), health);
      assert.ok(grace > STOP_DEADLINE / 1_000);
      if (!env) return;
      const settings = readSettings(
        { ...env, NODE_ENV: 'production', HOST: '0.0.0.0' },
        readSecret,
      );
      assert.equal(settings.PUBLIC_URL, 'https://forms.example.com');
      assert.equal(settings.DATABASE_URL.engine, 'sqlite');
    });
  }

  it('CapRover builds the Dockerfile', () => {
    const { dockerfilePath } = JSON.parse(readDeployFile('captain-definition')) as Record<
      string,
      string
    >;
    assert.ok(existsSync(deployPath(`../${dockerfilePath}`)));
  });

  it('the Helm chart is of this version, and its settings are those of the ConfigMap', () => {
    const chart = parse(readDeployFile('kubernetes/Chart.yaml')) as Environment;
    assert.deepEqual([chart['version'], chart['appVersion']], [version, version]);
    const values = parse(readDeployFile('kubernetes/values.yaml')) as {
      image: string;
      settings: Environment;
    };
    assert.equal(values.image, `ghcr.io/letterslot/letterslot:${version}`);
    const { data } = parse(readDeployFile('kubernetes/configmap.yaml')) as { data: Environment };
    assert.deepEqual({ ...data, ...values.settings }, data);
  });
});
