import type { Workload } from './measure.ts';
import { creations, polls, submissions } from './requests.ts';

const AT_ONCE = { reply: 0, final: 0 };

/** Milliseconds of a mail server on another continent. */
const DISTANT = { reply: 20, final: 100 };

/** MAIL, RCPT and DATA in one, for the sink offers PIPELINING (RFC 2920). */
const ROUND_TRIPS = 1;

/** Submissions: closed loop, or at so many arrivals per second. */
export function submissionLoad(connections: number, arrivals?: number): Workload {
  const plural = connections === 1 ? 'connection' : 'connections';
  return {
    name: arrivals === undefined ? `${connections} ${plural}` : `${arrivals} arrivals/s`,
    connections,
    ...(arrivals !== undefined && { arrivals, probed: true }),
    delays: AT_ONCE,
    mails: true,
    compose: (server, run) => submissions(server, run),
  };
}

/** Submissions with one text for all of them. */
export function markedLoad(connections: number): Workload {
  return {
    ...submissionLoad(connections),
    name: 'the same text',
    compose: (server, run) => submissions(server, run, { isOneText: true }),
  };
}

/** Submissions with a distant mail server, which bounds them whatever the server does. */
export function distantLoad(connections: number): Workload {
  return { ...submissionLoad(connections), name: 'distant mail server', delays: DISTANT };
}

/** Submissions per second that this many SMTP connections carry to the distant mail server. */
export function distantBound(smtpConnections: number): number {
  return smtpConnections / ((ROUND_TRIPS * DISTANT.reply + DISTANT.final) / 1000);
}

export function creationLoad(connections: number): Workload {
  return {
    name: 'create a form',
    connections,
    delays: AT_ONCE,
    mails: true,
    compose: ({ url }, run) => creations(url.host, run),
  };
}

export function pollLoad(connections: number): Workload {
  return {
    name: 'poll a form',
    connections,
    delays: AT_ONCE,
    mails: false,
    compose: ({ url, routes = [] }) => polls(url.host, routes),
  };
}
