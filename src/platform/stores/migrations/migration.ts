/** What differs between the engines' DDL. */
export interface Dialect {
  engine: 'sqlite' | 'postgres';
  /** Stores a table inside its primary key, where the engine can; else empty. */
  clustered: string;
  /** Before TABLE: its rows may be lost in a crash and need no log, where the engine can; else empty. */
  transient: string;
}

/**
 * One step of the schema. Steps are applied in the order of their ids, each in one transaction, and
 * only ever add: nodes of the version before go on beside the new ones during a rolling update.
 */
export interface Migration {
  id: number;
  name: string;
  statements(dialect: Dialect): readonly string[];
}
