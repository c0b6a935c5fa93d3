import {
  directives,
  readCompose,
  readEnvironmentFile,
  readKubernetes,
  readUnit,
  serviceOf,
  unitEnvironment,
  type Environment,
} from './deploy-files.ts';
import { instructionOf, parseCommand, parsePairs } from './dockerfile.ts';

interface Deployment {
  name: string;
  /** What the process finds in its environment. */
  env: Environment;
  /** The program and its arguments. */
  command: string[];
  /** The names of the files with secrets that it is given. */
  secrets: string[];
  /** Seconds from SIGTERM until it is killed. */
  grace: number;
  /** The paths that are asked whether it serves, and whether it lives. */
  probes: string[];
}

const settingsFile = readEnvironmentFile('letterslot.env.example');

const imageEnvironment: Environment = parsePairs(instructionOf('ENV'), {
  SOURCE_COMMIT: '',
});

export const compose = readCompose('compose.yaml');

/** What the image starts, if nothing else is named. */
const imageCommand = ['ENTRYPOINT', 'CMD'].flatMap((name) => parseCommand(instructionOf(name)));

/** The path that the image's health check asks. */
const [, imageProbe = ''] = /'(\/\w+)'/.exec(instructionOf('HEALTHCHECK')) ?? [];

export const composed = serviceOf(compose, 'letterslot');

const byCompose: Deployment = {
  name: 'compose.yaml',
  env: { ...imageEnvironment, ...settingsFile, ...composed.environment },
  command: imageCommand,
  secrets: composed.secrets ?? [],
  grace: Number.parseInt(composed.stop_grace_period, 10),
  probes: [imageProbe],
};

export const configMap = readKubernetes('configmap.yaml');
export const unit = readUnit('letterslot.service');
export const pods = readKubernetes('deployment.yaml');

const POD = 'spec.template.spec';
const CONTAINER = `${POD}.containers.0`;

const kubernetes: Deployment = {
  name: 'kubernetes',
  env: { ...imageEnvironment, ...(configMap.what('data') as Environment) },
  command: imageCommand,
  secrets: Object.keys(readKubernetes('secret.example.yaml').what('stringData') as object),
  grace:
    Number(pods.what(`${POD}.terminationGracePeriodSeconds`)) -
    Number(pods.what(`${CONTAINER}.lifecycle.preStop.sleep.seconds`)),
  probes: ['startup', 'readiness', 'liveness'].map((kind) =>
    String(pods.what(`${CONTAINER}.${kind}Probe.httpGet.path`)),
  ),
};

const systemd = (name: string, lines: typeof unit): Deployment => ({
  name,
  env: { ...unitEnvironment(lines), ...settingsFile },
  command: directives(lines, 'ExecStart').join(' ').split(' '),
  secrets: directives(lines, 'LoadCredential').map((credential) => credential.split(':')[0] ?? ''),
  grace: Number(directives(lines, 'TimeoutStopSec')[0]),
  probes: ['/health'],
});

/** Every way to run Letterslot that this repository describes. */
export const deployments: Deployment[] = [
  byCompose,
  kubernetes,
  systemd('letterslot.service', unit),
  systemd(
    'letterslot.service with the drop-in for PostgreSQL',
    readUnit('letterslot.service', { commented: true }),
  ),
];
