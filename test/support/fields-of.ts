import { parseSubmission } from '../../src/submissions/posted/submission.ts';

/** Fields by their names, each with one value or several. */
export type Input = Record<string, string | string[]>;

/** Fields as readers of bodies give them: each name with its values. */
export const fieldsOf = (input: Input): Map<string, string[]> =>
  new Map(Object.entries(input).map(([name, value]) => [name, [value].flat()]));

export const parse = (input: Input) => parseSubmission(fieldsOf(input));

/** The fields of a submission that its mail shows, beside a message. */
export const shown = (input: Input): string[] =>
  Array.from(parse({ message: 'x', ...input }).fields.keys());
