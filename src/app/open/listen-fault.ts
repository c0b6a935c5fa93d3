/** System calls that fail when a host is not an address of this machine or a port is in use. */
const LISTEN_CALLS: ReadonlySet<string> = new Set(['listen', 'bind', 'getaddrinfo']);

const LOOPBACK: ReadonlySet<string | undefined> = new Set(['127.0.0.1', '::1', 'localhost']);
const ANY: ReadonlySet<string | undefined> = new Set(['0.0.0.0', '::', undefined]);

/**
 * A sentence that says why a server could not listen. It names `PORT` and `HOST` after `prefix`.
 * Undefined for other errors.
 */
export function listenFault(error: unknown, prefix = ''): string | undefined {
  const fault = (error ?? {}) as NodeJS.ErrnoException & { address?: string; port?: number };
  const { code = 'unknown', syscall = '', address, port } = fault;
  if (!LISTEN_CALLS.has(syscall)) return undefined;
  const host = LOOPBACK.has(address) ? 'localhost' : address;
  const place = `Port ${port}${ANY.has(address) ? '' : ` on ${host}`}`;
  if (code === 'EADDRINUSE') {
    return `${place} is already in use. Set ${prefix}PORT to another one.`;
  }
  if (code === 'EACCES') {
    return `This user may not open port ${port}. Set ${prefix}PORT to one from 1024 on.`;
  }
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo') {
    return `${prefix}HOST is not an address of this machine (${code}). Set it to another one.`;
  }
  return `The service cannot listen there (${code}). Set ${prefix}PORT and ${prefix}HOST to others.`;
}
