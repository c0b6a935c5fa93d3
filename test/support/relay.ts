import {
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that was passed on. */
export interface Call {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Relay {
  origin: string;
  calls: Call[];
  /** True if it answers like a proxy that cannot reach the service. */
  isDown: boolean;
  close(): void;
}

/** Passes requests on, with some headers changed. */
export async function startRelay(
  target: () => string,
  change: (headers: IncomingHttpHeaders) => IncomingHttpHeaders = (headers) => headers,
): Promise<Relay> {
  const calls: Call[] = [];
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = Buffer.concat(await Array.fromAsync(incoming));
    const { method, headers, url } = incoming;
    calls.push({ headers, body: body.toString() });
    if (relay.isDown) {
      outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
      return;
    }
    const { 'transfer-encoding': _chunked, ...rest } = change(headers);
    const length = body.length > 0 ? { 'content-length': body.length } : {};
    const onward = send(target() + url, { method, headers: { ...rest, ...length } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    onward.end(body);
  };
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const relay: Relay = {
    origin: `http://127.0.0.1:${port}`,
    calls,
    isDown: false,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return relay;
}

/** The value of a field that was sent as JSON or as multipart/form-data. */
export const fieldIn = ({ body }: Call, name: string): string | undefined => {
  if (body.startsWith('{')) return (JSON.parse(body) as Record<string, string>)[name];
  const [, value] =
    new RegExp(`name="${name}"\r\n(?:[^\r]+\r\n)*\r\n(.*?)\r\n--`, 's').exec(body) ?? [];
  return value;
};
