import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { deployPath } from './deploy-files.ts';

/** What the service serves beside the contract. */
const OWN_PATHS: ReadonlySet<string> = new Set(['/ready', '/metrics']);

/** True if the service answers GET here. */
export const isPath = (path: string) =>
  OWN_PATHS.has(path) || Object.values(OPERATIONS).some((operation) => operation.path === path);

export const { version, scripts } = JSON.parse(
  readFileSync(deployPath('../package.json'), 'utf8'),
) as { version: string; scripts: { bundle: string } };

const SECRETS: Readonly<Record<string, string>> = {
  database_url: 'postgres://letterslot:password@postgres:5432/letterslot?sslmode=disable',
  sealing_keys: `k1:${Buffer.alloc(32, 1).toString('base64url')}`,
  index_key: Buffer.alloc(32, 2).toString('base64url'),
  smtp_password: 'p@ss: word/%',
};

/** Serves NAME_FILE by the last part of its path; throws for any other file. */
export function readSecret(path: string): string {
  const text = SECRETS[basename(path)];
  if (text === undefined) throw new Error(`no secret ${path}`);
  return text;
}
