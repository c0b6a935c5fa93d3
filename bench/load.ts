import { setTimeout as wait } from 'node:timers/promises';
import { HttpConnection } from './http-connection.ts';

export interface Load {
  url: URL;
  connections: number;
  seconds: number;
  /** Planned arrivals per second; by default, connections send as soon as they have answers. */
  arrivals?: number | undefined;
  /** Returns the whole HTTP request with this number. */
  request(number: number): string;
}

export interface LoadOutcome {
  sent: number;
  /** Numbers of the requests that were answered 2xx or 3xx. */
  accepted: number[];
  /** Answers by status; 0 means no answer. */
  statuses: Record<number, number>;
  /** Milliseconds of every request, from its planned moment. */
  times: Float64Array;
  /** Until the last answer. */
  seconds: number;
}

/** Sends requests over loopback for a while and waits for the answers to all of them. */
export async function runLoad(load: Load): Promise<LoadOutcome> {
  const { url, connections, seconds, arrivals, request } = load;
  const accepted: number[] = [];
  const statuses: Record<number, number> = {};
  const times: number[] = [];
  let sent = 0;
  const begin = performance.now();
  const end = begin + seconds * 1000;

  async function exchange(connection: HttpConnection, planned: number): Promise<void> {
    const number = sent;
    sent += 1;
    const status = await connection.exchange(request(number));
    times.push(performance.now() - planned);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 200 && status < 400) accepted.push(number);
  }

  async function askOnAndOn(connection: HttpConnection): Promise<void> {
    while (performance.now() < end) await exchange(connection, performance.now());
  }

  let arrived = 0;
  /** Takes the next arrival; a late one keeps its planned moment, so that a stall is not hidden. */
  async function askAsPlanned(connection: HttpConnection, perSecond: number): Promise<void> {
    for (;;) {
      const planned = begin + (arrived / perSecond) * 1000;
      if (planned >= end) return;
      arrived += 1;
      const early = planned - performance.now();
      if (early > 0) await wait(Math.ceil(early));
      await exchange(connection, planned);
    }
  }

  const all = Array.from({ length: connections }, () => new HttpConnection(url));
  await Promise.all(
    all.map((one) => (arrivals === undefined ? askOnAndOn(one) : askAsPlanned(one, arrivals))),
  );
  const taken = (performance.now() - begin) / 1000;
  for (const connection of all) connection.close();
  return { sent, accepted, statuses, times: Float64Array.from(times), seconds: taken };
}
