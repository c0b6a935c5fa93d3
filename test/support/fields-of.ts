/** Fields as readers of bodies give them: each name with its values. */
export const fieldsOf = (input: Record<string, string | string[]>): Map<string, string[]> =>
  new Map(Object.entries(input).map(([name, value]) => [name, [value].flat()]));
