import type { Field } from './field.ts';
import type { Figures } from './goals.ts';
import type { Measurement, Workload } from './measure.ts';
import type { BenchOptions } from './options.ts';
import type { Server } from './servers.ts';

/** One run of the benchmark: what its parts measure with, and what they found. */
export interface Run {
  field: Field;
  peers: readonly Server[];
  options: BenchOptions;
  figures: Figures;
  /** Tables of what is no load on a server, each under a sentence. */
  tables: string[];
  /** All rounds, whose mails must neither be lost nor duplicated. */
  measurements: Measurement[];
  /** A round that is not counted, for servers that have just started. */
  warmUp(workload: Workload, servers: readonly Server[]): Promise<void>;
  /** Measures servers in turn for the given number of rounds, and stores the results. */
  measure(workload: Workload, servers: readonly Server[], bound?: number): Promise<Measurement[]>;
}
