/** What can be learned of a database without changing it. */
export interface Inspection {
  /** The newest step of its schema; 0 for an empty database. */
  version: number;
  keyChecks: ReadonlyMap<string, string>;
  /** One of its active forms, when the schema is the newest and there is one. */
  formId: string | undefined;
  /** Milliseconds that the engine's clock is ahead of this machine's; undefined where it has none. */
  clockSkew: number | undefined;
}
