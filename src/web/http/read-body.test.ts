import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { it } from 'node:test';
import Fastify, { type FastifyRequest } from 'fastify';
import { ClientGone } from '../../submissions/ask.ts';
import { BodiesInFlight } from './bodies-in-flight.ts';
import { readBody } from './read-body.ts';
import { readUpload } from './read-upload.ts';

const MULTIPART = 'multipart/form-data; boundary=b';
const LIMITS = { textBytes: 10, fileBytes: 10, files: 1 };

const READERS: Record<string, (request: FastifyRequest) => Promise<unknown>> = {
  body: (request) => readBody(request, 10),
  upload: (request) => readUpload(request, MULTIPART, LIMITS),
};

for (const [what, read] of Object.entries(READERS))
  it(`a ${what} whose client has gone before it is read is cut off`, async (test) => {
    const app = Fastify();
    test.after(() => app.close());
    app.decorate('bodies', new BodiesInFlight(10)).decorate('files', new BodiesInFlight(10));
    app.decorate('allowUpload', () => undefined);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const { promise, resolve } = Promise.withResolvers<FastifyRequest>();
    app.post('/', async (request, reply) => {
      const closed = new Promise<void>((close) => void request.raw.on('close', close));
      request.raw.on('error', () => undefined);
      app.server.emit('asked');
      await closed;
      resolve(request);
      return reply.hijack();
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const asked = once(app.server, 'asked');
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    client.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n');
    await asked;
    client.destroy();
    const request = await promise;
    await assert.rejects(read(request), ClientGone);
  });
