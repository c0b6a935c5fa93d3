import { statSync } from 'node:fs';
import { describeDatabase } from '../../../platform/settings/database-url.ts';
import { keyFileFor, readKeys } from '../../../platform/stores/key-file.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { findKeyFault } from '../../../platform/stores/check-keys.ts';
import { inspectStore } from '../../../platform/stores/inspection.ts';
import type { Inspection } from '../../../platform/stores/inspection.ts';
import { NEWEST_STEP } from '../../../platform/stores/migrations.ts';
import { StoreError } from '../../../platform/stores/store-errors.ts';
import { within } from '../../../platform/waiting/within.ts';
import { fail, judgeSkew, ok, PATIENCE, warn, type Finding } from './finding.ts';

const OTHERS = 0o077;

function judgeSchema(version: number): Finding {
  if (version === NEWEST_STEP) return ok('schema', `version ${version}, up to date`);
  if (version < NEWEST_STEP) {
    const steps = `version ${version} of ${NEWEST_STEP}`;
    return warn('schema', `${steps}: the next start or letterslot migrate brings it up to date`);
  }
  return fail(
    'schema',
    `version ${version}, but this program only knows ${NEWEST_STEP}: run the newer program`,
  );
}

function judgeKeys(settings: Settings, { keyChecks }: Inspection): Finding {
  const keyFile = keyFileFor(settings);
  if (keyChecks.size === 0 && keyFile) return ok('keys', `the first start creates ${keyFile}`);
  try {
    const fault = findKeyFault(keyChecks, readKeys(settings, false));
    if (fault !== undefined) return fail('keys', `${fault} Put the right one back`);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return fail('keys', error.message);
  }
  if (keyFile && (statSync(keyFile).mode & OTHERS) !== 0) {
    return warn('keys', `other users may read ${keyFile}: run chmod 600 ${keyFile}`);
  }
  return ok('keys', keyFile ? `${keyFile} fits the database` : 'SEALING_KEYS and INDEX_KEY fit');
}

/** A database's state: undefined if it does not exist, an error if it is unusable or too slow. */
export type Inspected = Inspection | StoreError | undefined;

export async function inspectDatabase({ DATABASE_URL: database }: Settings): Promise<Inspected> {
  try {
    return await within(PATIENCE, inspectStore(database), () => {
      throw new StoreError('The database did not answer in time.');
    });
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

export function judgeDatabase(settings: Settings, inspected: Inspected): Finding[] {
  const place = describeDatabase(settings.DATABASE_URL);
  if (inspected instanceof StoreError) return [fail('database', inspected.message)];
  if (!inspected) {
    const message = `${place} does not exist yet: the first start creates it, with its keys`;
    return [warn('database', message)];
  }
  const { version, clockSkew } = inspected;
  return [
    ok('database', `${place} can be read and written`),
    judgeSchema(version),
    judgeKeys(settings, inspected),
    ...(clockSkew === undefined ? [] : [judgeSkew(clockSkew, 'the clock of PostgreSQL')]),
  ];
}
