import { readFileSync } from 'node:fs';
import { MARK } from './requests.ts';
import type { FormShape, Server } from './servers.ts';

/** What the file of a peer says: a server that runs already and mails to the sink. */
interface Peer extends FormShape {
  name: string;
  url: string;
  /** What `{id}` in the path stands for, in turn. */
  ids: string[];
  /** For its memory and processor time. */
  pid?: number;
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

function isPeer(value: unknown): value is Peer {
  const { name, url, path, ids, fields } = value as Partial<Peer>;
  const named = [name, url, path].every(isText);
  const marked = Object.values(fields ?? {})
    .join()
    .includes(MARK);
  return named && marked && Array.isArray(ids) && ids.length > 0 && ids.every(isText);
}

/** Reads the file of a peer, JSON as docs/performance.md shows it; throws when something is missing. */
export function readPeer(file: string): Server {
  const peer: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isPeer(peer)) {
    throw new Error(`${file} must have name, url, path, ids, and fields with ${MARK} in one.`);
  }
  const { name, url, ids, path, fields, pid } = peer;
  const stop = () => Promise.resolve();
  return { name, url: new URL(url), pid, ids, form: { path, fields }, stop };
}
