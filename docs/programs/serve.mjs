// Runs receiver.mjs in Node.js, on this machine only.
import { createServer } from 'node:http';
import { receive } from './receiver.mjs';

createServer(async (incoming, outgoing) => {
  const chunks = await Array.fromAsync(incoming);
  const { method, headers } = incoming;
  if (method !== 'POST') return outgoing.writeHead(405).end();
  const request = new Request('http://receiver', { method, headers, body: Buffer.concat(chunks) });
  const { status } = await receive(request, process.env).catch(() => ({ status: 500 }));
  outgoing.writeHead(status).end();
}).listen(process.env.PORT ?? 8000, '127.0.0.1');
