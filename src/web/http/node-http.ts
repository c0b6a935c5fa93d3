import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Of Node's http what is needed at the start. Imported by name, the module would load the parts it
 * keeps for later too, an HTTP client among them: 35 ms.
 */
export const { METHODS, STATUS_CODES } = process.getBuiltinModule('node:http');

/** Tells the parser to leave the rest of what it has read. */
const STOP = 2;

interface Parsed extends IncomingMessage {
  upgrade: boolean;
}

/** What Node has at its sockets without documenting it. */
interface ParsedSocket extends Socket {
  parser?: { onIncoming: (request: Parsed, keepAlive: boolean) => number };
}

/**
 * Asks before Node makes a request and its answer out of a head. Node takes all requests of one read,
 * thousands of small ones, at once and keeps them; behind a refused one it looks at nothing more.
 * Where another Node has no such parser, all of them come through.
 */
export function admitRequests(socket: ParsedSocket, takes: () => boolean): void {
  const { parser } = socket;
  if (!parser) return;
  const { onIncoming } = parser;
  parser.onIncoming = (request, keepAlive) => {
    if (takes()) return onIncoming(request, keepAlive);
    // Node would end a connection at once for an upgrade that nobody answers.
    request.upgrade = false;
    return STOP;
  };
}
