import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fastify } from 'fastify';
import { proxyNetworks } from './proxy-networks.ts';

const READ: [text: string, list: string[]][] = [
  ['10.0.0.1', ['10.0.0.1']],
  ['10.0.0.0/8, ::1,fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
  ['0.0.0.0/1', ['0.0.0.0/1']],
];

const NO_LIST = [
  '',
  ',',
  '10.0.0.1,',
  '10.0.0.0/33',
  'loopback-net',
  'proxy.example',
  '10.0.0.1 10.0.0.2',
  '::1/129',
  '10',
];

const OF_ALL = ['0.0.0.0/0', '::/0', '10.0.0.0/00', '127.0.0.1, 1.2.3.4/0', '::ffff:0.0.0.0/0'];

/** Networks and what is almost one. */
const STARTS = '0.0.0.0|10.1.2.3|::|fd00::1|::ffff:10.0.0.1|fe80::1%eth0|010.0.0.1|1.2'.split('|');
const ODD = ['00', '08', '-1', '+8', ' 8', '8 ', '1e1', '255.0.0.0', ''];
const LENGTHS = Array.from({ length: 130 }, (_, length) => String(length)).concat(ODD);

/** What is read of it, if anything is. */
function readOf(entry: string): string[] {
  try {
    return proxyNetworks(entry);
  } catch {
    return [];
  }
}

it('addresses and networks are read, separated by commas', () => {
  for (const [text, list] of READ) assert.deepEqual(proxyNetworks(text), list);
});

it('other text is refused', () => {
  for (const text of NO_LIST) assert.throws(() => proxyNetworks(text), /^Error: must be a list/);
});

it('a network of all addresses is refused with a sentence that says why', () => {
  for (const text of OF_ALL) {
    assert.throws(() => proxyNetworks(text), /^Error: must name the networks of your proxies: /);
  }
});

it('the server takes what the setting takes', () => {
  const entries = STARTS.flatMap((start) => [
    start,
    ...LENGTHS.map((length) => `${start}/${length}`),
  ]);
  const taken = entries.flatMap(readOf);
  assert.ok(taken.length > 300, `${taken.length}`);
  for (const entry of taken) assert.doesNotThrow(() => fastify({ trustProxy: [entry] }), entry);
});
