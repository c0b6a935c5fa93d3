import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { it } from 'node:test';
import { STOP_DEADLINE } from '../../src/app/process-life.ts';
import { deployPath, readKubernetes } from './deploy-files.ts';
import { configMap } from './deployments.ts';
import { instructionOf } from './dockerfile.ts';
import { isPath, version } from './facts.ts';

const deployment = readKubernetes('deployment.yaml');
const POD = 'spec.template.spec';
const CONTAINER = `${POD}.containers.0`;

it('kustomization lists every Kubernetes file but the template of the secret', () => {
  const files = globSync('*', { cwd: deployPath('kubernetes') }).sort();
  const listed = readKubernetes('kustomization.yaml').what('resources') as string[];
  assert.deepEqual([...listed, 'kustomization.yaml', 'secret.example.yaml'].sort(), files);
  for (const file of files) {
    assert.ok(readKubernetes(file).what('kind'), file);
    if (file === 'kustomization.yaml' || file === 'namespace.yaml') continue;
    assert.equal(readKubernetes(file).what('metadata.namespace'), 'letterslot', file);
  }
});

it('Kubernetes runs this version as the user of the image', () => {
  assert.ok(String(deployment.what(`${CONTAINER}.image`)).endsWith(`/letterslot:${version}`));
  assert.equal(readKubernetes('kustomization.yaml').what('images.0.newTag'), version);
  const user = deployment.what(`${POD}.securityContext.runAsUser`);
  assert.equal(
    `${String(user)}:${String(deployment.what(`${POD}.securityContext.runAsGroup`))}`,
    instructionOf('USER'),
  );
  assert.equal(deployment.what(`${CONTAINER}.securityContext.readOnlyRootFilesystem`), true);
});

it('Kubernetes probes existing paths and ports', () => {
  const ports = deployment.what(`${CONTAINER}.ports`) as {
    name: string;
    containerPort: number;
  }[];
  const byName = new Map(ports.map(({ name, containerPort }) => [name, containerPort]));
  assert.equal(byName.get('http'), Number(instructionOf('EXPOSE')));
  assert.equal(byName.get('metrics'), Number(configMap.what('data.METRICS_PORT')));
  const annotations = deployment.what('spec.template.metadata.annotations');
  assert.equal(
    (annotations as Record<string, string>)['prometheus.io/port'],
    configMap.what('data.METRICS_PORT'),
  );
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
    assert.ok(isPath(String(deployment.what(`${CONTAINER}.${probe}.httpGet.path`))), probe);
    assert.ok(byName.has(String(deployment.what(`${CONTAINER}.${probe}.httpGet.port`))), probe);
  }
  for (const [probe, path] of Object.entries({ liveness: '/health', readiness: '/ready' }))
    assert.equal(deployment.what(`${CONTAINER}.${probe}Probe.httpGet.path`), path);
});

it('Kubernetes gives a pod time for its sleep and its own stop deadline', () => {
  const grace = Number(deployment.what(`${POD}.terminationGracePeriodSeconds`));
  const sleep = Number(deployment.what(`${CONTAINER}.lifecycle.preStop.sleep.seconds`));
  assert.ok(grace > sleep + STOP_DEADLINE / 1_000);
});

it('Kubernetes selects its pods by one label, and finds its secrets', () => {
  const label = { 'app.kubernetes.io/name': 'letterslot' };
  const selectors = [
    deployment.what('spec.selector.matchLabels'),
    deployment.what('spec.template.metadata.labels'),
    readKubernetes('service.yaml').what('spec.selector'),
    readKubernetes('poddisruptionbudget.yaml').what('spec.selector.matchLabels'),
    readKubernetes('networkpolicy.yaml').what('spec.podSelector.matchLabels'),
  ];
  for (const selector of selectors) assert.deepEqual(selector, label);
  const keys = Object.keys(readKubernetes('secret.example.yaml').what('stringData') as object);
  const files = Object.entries(configMap.what('data') as Record<string, string>)
    .filter(([name]) => name.endsWith('_FILE'))
    .map(([, path]) => path);
  const folder = String(deployment.what(`${CONTAINER}.volumeMounts.0.mountPath`));
  assert.deepEqual(files.sort(), keys.map((key) => `${folder}/${key}`).sort());
});
