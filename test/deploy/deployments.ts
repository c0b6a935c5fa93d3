import {
  readCompose,
  readEnvironmentFile,
  readKubernetes,
  readUnit,
  unitEnvironment,
  type Environment,
} from './deploy-files.ts';
import { instructionOf, parsePairs } from './dockerfile.ts';

interface Deployment {
  name: string;
  /** What the process finds in its environment. */
  env: Environment;
}

const settingsFile = readEnvironmentFile('letterslot.env.example');

export const imageEnvironment: Environment = parsePairs(instructionOf('ENV'), {
  SOURCE_COMMIT: '',
});

export const single = readCompose('compose.single.yaml');
export const cluster = readCompose('compose.cluster.yaml');

/** The services of a Compose file that run Letterslot. */
export const nodesOf = (file: typeof single) =>
  Object.entries(file.services).filter(([, { image }]) => image.startsWith('letterslot:'));

const composed = [single, cluster].flatMap((file, at) =>
  nodesOf(file).map(([name, { environment }]) => ({
    name: `${at === 0 ? 'compose.single.yaml' : 'compose.cluster.yaml'} ${name}`,
    env: { ...imageEnvironment, ...settingsFile, ...environment },
  })),
);

export const configMap = readKubernetes('configmap.yaml');
export const unit = readUnit('letterslot.service');

/** Every way to run Letterslot that this repository describes. */
export const deployments: Deployment[] = [
  ...composed,
  {
    name: 'kubernetes',
    env: { ...imageEnvironment, ...(configMap.what('data') as Environment) },
  },
  { name: 'letterslot.service', env: { ...unitEnvironment(unit), ...settingsFile } },
  {
    name: 'letterslot.service with the drop-in for PostgreSQL',
    env: {
      ...unitEnvironment(readUnit('letterslot.service', { commented: true })),
      ...settingsFile,
    },
  },
];
