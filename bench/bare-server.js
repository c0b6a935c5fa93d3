// The minimal start of a server with Fastify and SQLite. Plain JavaScript needs no type stripping.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'bench'));

const { default: fastify } = await import('fastify');
const { DatabaseSync } = await import('node:sqlite');

const database = new DatabaseSync(':memory:');
const one = database.prepare('SELECT 1 AS one');
const server = fastify({ logger: true });
server.get('/health', () => ({ status: one.get()?.['one'] === 1 ? 'ok' : 'failed' }));
await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
