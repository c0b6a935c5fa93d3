/** What differs between the engines' DDL. */
interface Dialect {
  /** Stores a table inside its primary key, where the engine can; else empty. */
  clustered: string;
}

/** One step of the schema. Steps are applied in the order of their ids, each in one transaction. */
export interface Migration {
  id: number;
  name: string;
  statements(dialect: Dialect): readonly string[];
}
