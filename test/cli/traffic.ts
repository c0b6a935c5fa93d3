export interface Traffic {
  /** Resolves after the last request to the statuses of all requests, by visitor. */
  stop(): Promise<number[][]>;
}

type Visit = () => Promise<Response>;

/** Visitors who each repeat one request without a pause until they are stopped. */
export function startTraffic(visits: readonly Visit[]): Traffic {
  let stopped = false;
  const visitors = visits.map(async (visit) => {
    const statuses: number[] = [];
    for (;;) {
      if (stopped) return statuses;
      const answer = await visit();
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
  });
  return {
    stop() {
      stopped = true;
      return Promise.all(visitors);
    },
  };
}
