import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export type Environment = Record<string, string>;

export const deployPath = (path: string) => join(import.meta.dirname, '../../deploy', path);

export const readDeployFile = (path: string) => readFileSync(deployPath(path), 'utf8');

export interface Ipv4 {
  ipv4_address?: string;
}

/** The parts of a Compose service that the tests look at. */
export interface ComposeService {
  image: string;
  environment?: Environment;
  env_file?: string;
  secrets?: string[];
  ports?: string[];
  volumes?: string[];
  networks?: string[] | Record<string, Ipv4>;
  stop_grace_period: string;
  read_only: boolean;
  cap_drop: string[];
  security_opt: string[];
  ulimits?: Record<string, number>;
  user?: string;
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  networks: Record<string, { ipam?: { config: { subnet: string; gateway: string }[] } }>;
  volumes: Record<string, unknown>;
  secrets?: Record<string, { file: string }>;
}

export const readCompose = (path: string) =>
  parse(readDeployFile(path), { merge: true, strict: true }) as ComposeFile;

/** A service of a Compose file; throws where it has none of this name. */
export function serviceOf({ services }: ComposeFile, name: string): ComposeService {
  const service = services[name];
  if (!service) throw new Error(`there is no service ${name}`);
  return service;
}

/** One object of a Kubernetes file; `what` is a dotted path into it and throws if it is missing. */
export function readKubernetes(path: string) {
  const documents = parseAllDocuments(readDeployFile(`kubernetes/${path}`), { strict: true });
  const [document, ...others] = documents;
  if (!document || others.length > 0 || document.errors.length > 0) {
    throw new Error(`${path} is not one YAML document`);
  }
  const object: unknown = document.toJS();
  return {
    object,
    what(dotted: string): unknown {
      return dotted.split('.').reduce((value: unknown, key) => {
        if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) {
          throw new Error(`${path} has no ${dotted}`);
        }
        return (value as Record<string, unknown>)[key];
      }, object);
    },
  };
}

/** The lines NAME=value of an environment file. */
export function readEnvironmentFile(path: string): Environment {
  const lines = readDeployFile(path)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** The directives of a systemd unit, in their order; commented ones too where asked for. */
export function readUnit(
  path: string,
  { commented = false } = {},
): [name: string, value: string][] {
  const text = readDeployFile(path);
  const lines = (commented ? text.replace(/^#\s{3}(?=\w+=)/gm, '') : text).split('\n');
  return lines
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
}

export function directives(unit: [name: string, value: string][], name: string): string[] {
  return unit.filter(([candidate]) => candidate === name).map(([, value]) => value);
}

/** What a unit sets, with its credentials folder instead of %d. */
export function unitEnvironment(unit: [name: string, value: string][]): Environment {
  return Object.fromEntries(
    directives(unit, 'Environment').map((pair) => [
      pair.slice(0, pair.indexOf('=')),
      pair.slice(pair.indexOf('=') + 1).replace('%d', '/run/credentials/letterslot.service'),
    ]),
  );
}
