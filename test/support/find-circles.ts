/** The circles of a graph: sorted lists of nodes that reach each other, ordered by their first. */
export function findCircles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reached = new Map(Array.from(graph.keys(), (node) => [node, reachedFrom(node, graph)]));
  const circles = new Map<string, string[]>();
  for (const [node, others] of reached) {
    if (!others.has(node)) continue;
    const circle = [...others].filter((other) => reached.get(other)?.has(node)).toSorted();
    circles.set(circle.join(), circle);
  }
  return [...circles.values()].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

function reachedFrom(start: string, graph: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const next of graph.get(node) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}
