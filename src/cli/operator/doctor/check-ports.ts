import { connect } from 'node:net';
import { PATIENCE } from './finding.ts';

/** Ports of mail servers; hosters close the first three, and some providers open the last one. */
const PORTS = [25, 465, 587, 2525] as const;

export type PortAnswer = 'open' | 'refused' | 'silent';

function knock(host: string, port: number): Promise<PortAnswer> {
  const { promise, resolve } = Promise.withResolvers<PortAnswer>();
  const socket = connect({ host, port, timeout: PATIENCE });
  socket.once('connect', () => resolve('open'));
  socket.once('timeout', () => resolve('silent'));
  socket.once('error', ({ code }: NodeJS.ErrnoException) =>
    resolve(code === 'ECONNREFUSED' ? 'refused' : 'silent'),
  );
  return promise.finally(() => socket.destroy());
}

/** How a server answers at each port, and what follows. */
export function judgePorts(host: string, answers: ReadonlyMap<number, PortAnswer>): string {
  const at = (wanted: PortAnswer) =>
    [...answers].filter(([, answer]) => answer === wanted).map(([port]) => port);
  const [open, refused, silent] = [at('open'), at('refused'), at('silent')];
  const closed = `the way to ${silent.join(', ')} is closed: most hosters close these ports`;
  if (open.length > 0) {
    const why = silent.length > 0 ? closed : `nothing listens at ${refused.join(', ')}`;
    return `${host} answers at ${open.join(', ')}, and ${why}: set SMTP_PORT=${open.at(-1)}`;
  }
  if (refused.length > 0)
    return `nothing listens at ${refused.join(', ')} of ${host}, which answers: check SMTP_HOST and SMTP_PORT`;
  return `${closed}. Ask yours to open one, or send by HTTPS, with MAIL_API (docs/sending-mail.md)`;
}

export const checkPorts = async (host: string): Promise<string> =>
  judgePorts(
    host,
    new Map(await Promise.all(PORTS.map(async (port) => [port, await knock(host, port)] as const))),
  );
