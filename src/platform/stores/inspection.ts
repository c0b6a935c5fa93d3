import { NEWEST_STEP } from './migrations.ts';
import { FIND_SOME_ACTIVE_ROUTE } from './route-table.ts';
import { LIST_KEY_CHECKS } from './sql-store.ts';
import type { Statement } from './statement.ts';

/** Facts about a database that can be read without changing it. */
export interface Inspection {
  /** The newest step of its schema; 0 for an empty database. */
  version: number;
  keyChecks: ReadonlyMap<string, string>;
  /** One of its active forms; undefined without any, or with an older schema. */
  formId: string | undefined;
  /** Milliseconds that the engine's clock is ahead of this machine's; undefined without a clock. */
  clockSkew: number | undefined;
}

/** Runs a query in the inspected engine. */
export type RunQuery = <Row extends object>(statement: Statement<[], Row>) => Promise<Row[]>;

/** Reads the facts that both engines store alike, in a schema of this version. */
export async function inspectTables(
  version: number,
  run: RunQuery,
): Promise<Omit<Inspection, 'clockSkew'>> {
  const checks = version === 0 ? [] : await run(LIST_KEY_CHECKS);
  const [route] = version === NEWEST_STEP ? await run(FIND_SOME_ACTIVE_ROUTE) : [];
  return {
    version,
    keyChecks: new Map(checks.map(({ name, value }) => [name, value])),
    formId: route?.formId,
  };
}
