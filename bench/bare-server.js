// The least that a server with Fastify and SQLite does at its start. Plain JavaScript, so that nothing strips types.
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
