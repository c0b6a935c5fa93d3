import { readFileSync } from 'node:fs';
import { MARK } from './requests.ts';
import type { FormShape, Server } from './servers.ts';

/** The content of a peer's file: a running server that mails to the sink. */
interface Peer extends FormShape {
  name: string;
  url: string;
  /** Values for `{id}` in the path, in turn. */
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

/** Reads the file of a peer, JSON as in bench/README.md; throws when something is missing. */
export function readPeer(file: string): Server {
  const peer: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isPeer(peer)) {
    throw new Error(`${file} must have name, url, path, ids, and fields with ${MARK} in one.`);
  }
  const { name, url, ids, path, fields, pid } = peer;
  const stop = () => Promise.resolve();
  return { name, url: new URL(url), pid, ids, form: { path, fields }, stop };
}
