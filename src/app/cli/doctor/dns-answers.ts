import { Resolver } from 'node:dns/promises';
import { faultOf, PATIENCE } from './finding.ts';

/** What DNS says about the TXT records of a name. */
export interface TxtAnswer {
  /** `empty`: the name exists and has none. `absent`: neither it nor a name below it exists. */
  state: 'found' | 'empty' | 'absent' | 'unknown';
  records: readonly string[];
  /** Why the state is unknown. */
  fault: string;
}

export type AskTxt = (name: string) => Promise<TxtAnswer>;

const STATES: Readonly<Record<string, TxtAnswer['state']>> = {
  ENODATA: 'empty',
  ENOTFOUND: 'absent',
};

/** Asks the resolvers of the system, or one server, given as `ADDRESS` or `ADDRESS:PORT`. */
export function createAskTxt(server: string | undefined): AskTxt {
  const resolver = new Resolver({ timeout: PATIENCE / 2, tries: 1, maxTimeout: PATIENCE / 2 });
  if (server !== undefined) resolver.setServers([server]);
  return async (name) => {
    const late = setTimeout(() => resolver.cancel(), PATIENCE);
    try {
      const records = await resolver.resolveTxt(name);
      return { state: 'found', records: records.map((parts) => parts.join('')), fault: '' };
    } catch (error) {
      const fault = faultOf(error);
      return { state: STATES[fault] ?? 'unknown', records: [], fault };
    } finally {
      clearTimeout(late);
    }
  };
}
