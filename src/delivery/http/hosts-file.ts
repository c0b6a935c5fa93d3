import { open } from 'node:fs/promises';
import { isIP } from 'node:net';

/** An address of a name. */
export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Octets that are read of it, and milliseconds until it is read again. */
const MOST = 262_144;
const FRESH = 30_000;

/** The names in the text of a hosts file (hosts(5)), in lower case. */
export function parseHosts(text: string): Map<string, ResolvedAddress[]> {
  const names = new Map<string, ResolvedAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...own] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    for (const name of family === 0 ? [] : own) {
      const key = name.toLowerCase();
      const known = names.get(key);
      if (known) known.push({ address, family });
      else names.set(key, [{ address, family }]);
    }
  }
  return names;
}

async function readStart(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST), 0, MOST, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Looks names up in the hosts file of this machine; a file that cannot be read has none. */
export function createHostsFile(path = '/etc/hosts', now = () => performance.now()) {
  let names: Promise<Map<string, ResolvedAddress[]>> | undefined;
  let until = 0;
  return async (name: string): Promise<ResolvedAddress[] | undefined> => {
    if (!names || now() > until) {
      names = readStart(path).then(parseHosts, () => new Map());
      until = now() + FRESH;
    }
    return (await names).get(name);
  };
}
