import assert from 'node:assert/strict';
import { pbkdf2 } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { stat } from 'node:fs/promises';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { startNameServer, type NameAnswer } from '../../../test/support/name-server.ts';
import { parseHosts, NameResolver } from './resolver.ts';

const LOOPBACK = [{ address: '127.0.0.1', family: 4 }];

async function start(
  test: TestContext,
  answerOf: (name: string, family: 4 | 6) => NameAnswer,
  system?: (name: string) => Promise<{ address: string; family: number }[]>,
) {
  const dns = await startNameServer(answerOf);
  test.after(() => dns.close());
  const resolver = new NameResolver({ servers: [dns.server], system });
  return { dns, resolve: resolver.resolve.bind(resolver) };
}

/** The code of a failure, or the addresses. */
const outcomeOf = (answer: Promise<{ address: string }[]>) =>
  answer.then(
    (found) => found.map(({ address }) => address).join(' '),
    ({ code }: { code: string }) => code,
  );

describe('names of receivers', { concurrency: true }, () => {
  it('a name of a receiver has the addresses of both families, at most 16 of each', async (test) => {
    const many = Array.from({ length: 40 }, (_, at) => `192.0.2.${at}`);
    const { resolve } = await start(test, (name) =>
      name === 'many.example.com' ? many : ['2001:db8::1', '127.0.0.1'],
    );
    assert.deepEqual(await resolve('a.example.com'), [
      ...LOOPBACK,
      { address: '2001:db8::1', family: 6 },
    ]);
    assert.equal((await resolve('many.example.com')).length, 16);
  });

  it('a name of a receiver that has no address fails like one of getaddrinfo', async (test) => {
    const { resolve } = await start(test, (name) => {
      if (name.startsWith('none')) return [];
      return name.startsWith('unknown') ? 'NXDOMAIN' : 'SERVFAIL';
    });
    assert.equal(await outcomeOf(resolve('none.example.com')), 'ENOTFOUND');
    assert.equal(await outcomeOf(resolve('unknown.example.com')), 'ENOTFOUND');
    assert.equal(await outcomeOf(resolve('broken.example.com')), 'EAI_AGAIN');
  });

  it('a name of a receiver is asked for once by all who want it, and then remembered', async (test) => {
    const { dns, resolve } = await start(test, (name) =>
      name.startsWith('dead') ? 'NXDOMAIN' : ['127.0.0.1'],
    );
    for (const name of ['a.example.com', 'dead.example.com']) {
      const ask = (owner: number) => outcomeOf(resolve(name, { owner: `o${owner}` }));
      await Promise.all(Array.from({ length: 40 }, (_, owner) => ask(owner)));
      await ask(0);
    }
    const [first, second, ...others] = dns.asked;
    assert.deepEqual([first, second], ['a.example.com', 'a.example.com']);
    assert.deepEqual(others, ['dead.example.com', 'dead.example.com']);
  });

  it('an answer about one family is not kept waiting by silence about the other', async (test) => {
    const { dns, resolve } = await start(test, (_name, family) =>
      family === 4 ? ['127.0.0.1'] : 'silence',
    );
    assert.deepEqual(await resolve('a.example.com'), LOOPBACK);
    assert.equal(dns.asked.length, 2, 'nothing was asked again');
  });

  it('names that nobody answers hold no thread, and no other owner’s name', async (test) => {
    const { dns, resolve } = await start(test, (name) =>
      name.startsWith('dead') ? 'silence' : ['127.0.0.1'],
    );
    const dead = Array.from({ length: 40 }, (_, at) => `dead-${at}.example.com`);
    let failed = 0;
    const claim = { owner: 'a', domain: 'example.com' };
    const outcomes = dead.map((name) =>
      outcomeOf(resolve(name, claim)).finally(() => (failed += 1)),
    );
    assert.deepEqual(await resolve('hooks.example.com', { ...claim, owner: 'b' }), LOOPBACK);
    await promisify(pbkdf2)('p', 's', 1, 32, 'sha256');
    await stat('.');
    await lookup('localhost');
    assert.equal(failed, 0, 'all that was done while they wait');
    assert.equal(new Set(dns.asked).size, 9, 'one owner’s share of a domain, and the other name');
    assert.equal(await outcomes[0], 'ETIMEOUT');
    dns.asked.length = 0;
    assert.equal(await outcomeOf(resolve('dead-0.example.com', claim)), 'ETIMEOUT');
    assert.ok(!dns.asked.includes('dead-0.example.com'), 'its silence is remembered');
  });

  it('a name that DNS does not know is looked up by the system, if that is allowed', async (test) => {
    const asked: string[] = [];
    const system = async (name: string) => {
      asked.push(name);
      return lookup('127.0.0.1', { all: true });
    };
    const answerOf = (name: string) => (name.startsWith('dead') ? 'silence' : 'NXDOMAIN');
    const closed = await start(test, answerOf, system);
    const open = await start(test, answerOf);
    assert.deepEqual(await closed.resolve('nas.example.com'), LOOPBACK);
    assert.equal(await outcomeOf(closed.resolve('dead.example.com')), 'ETIMEOUT');
    assert.deepEqual(asked, ['nas.example.com'], 'silence would hold a thread');
    assert.equal(await outcomeOf(open.resolve('nas.example.com')), 'ENOTFOUND');
  });

  it('a hosts file is read line by line, without comments and what is no address', () => {
    const text =
      '# x\n127.0.0.1\tlocalhost  A.example.com # b\n::1 a.example.com\nnone a\n\n10.0.0.1';
    assert.deepEqual(
      [...parseHosts(text)],
      [
        ['localhost', LOOPBACK],
        ['a.example.com', [...LOOPBACK, { address: '::1', family: 6 }]],
      ],
    );
  });
});
