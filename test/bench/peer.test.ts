import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { findCanaries } from '../../bench/canary.ts';
import { readPeer } from '../../bench/peer.ts';
import { submissions } from '../../bench/requests.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const PEER = {
  name: 'other',
  url: 'http://127.0.0.1:34080',
  path: '/send/{id}',
  ids: ['first', 'second'],
  fields: { subject: 'Garden', body: '{canary} What would it cost? ' },
};

function fileOf(test: TestContext, content: object): string {
  const folder = newTempFolder('peer');
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'peer.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('a benchmark peer', () => {
  it('a benchmark peer gets its own fields at its own path, each with a mark', (test) => {
    const request = submissions(readPeer(fileOf(test, PEER)), 'abcd');
    const [head = '', body = ''] = request(3).split('\r\n\r\n');
    assert.match(head, /^POST \/send\/second HTTP\/1\.1\r\nhost: 127\.0\.0\.1:34080\r\n/);
    assert.equal(Buffer.byteLength(body), 300);
    const fields = new URLSearchParams(body);
    assert.deepEqual(Array.from(fields.keys()), ['subject', 'body']);
    assert.deepEqual(findCanaries(fields.get('body') ?? ''), [{ run: 'abcd', number: 3 }]);
  });

  for (const missing of ['name', 'url', 'path', 'ids', 'fields'] as const) {
    it(`a benchmark peer without ${missing} is refused`, (test) => {
      const file = fileOf(test, { ...PEER, [missing]: undefined });
      assert.throws(() => readPeer(file), /must have name, url, path, ids, and fields/);
    });
  }

  it('a benchmark peer is refused when the sink could count none of its mails', (test) => {
    const file = fileOf(test, { ...PEER, fields: { body: 'hello' } });
    assert.throws(() => readPeer(file), /\{canary\}/);
  });
});
