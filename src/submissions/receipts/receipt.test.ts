import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { foldPath, growTree, hashLeaf } from './receipt.ts';

/** Leaves and roots of Certificate Transparency's tests (RFC 6962, 2.1; RFC 9162, 2.1.1). */
const ENTRIES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657'].map((entry) =>
  Buffer.from(entry, 'hex'),
);
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
];

const sha256 = (...parts: Uint8Array[]) =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

/** The definition of RFC 9162, 2.1.1, word by word. */
function merkleTreeHash(entries: readonly Buffer[]): Buffer {
  const [only = Buffer.alloc(0)] = entries;
  if (entries.length === 1) return sha256(Buffer.of(0), only);
  let k = 1;
  while (k * 2 < entries.length) k *= 2;
  return sha256(
    Buffer.of(1),
    merkleTreeHash(entries.slice(0, k)),
    merkleTreeHash(entries.slice(k)),
  );
}

const newEntries = (count: number) =>
  Array.from({ length: count }, (_none, at) => Buffer.from(`entry ${at} ü`));

const growOver = (entries: readonly Buffer[]) => growTree(entries.map((entry) => hashLeaf(entry)));

const toPath = (path: string | undefined) => Buffer.from(path ?? 'none', 'base64url');

it('a Merkle tree has the roots that other implementations have', () => {
  const roots = ROOTS.map((_root, at) => growOver(ENTRIES.slice(0, at + 1)).root);
  assert.deepEqual(
    roots.map((root) => Buffer.from(root, 'base64url').toString('hex')),
    ROOTS,
  );
});

it('a Merkle tree of any size has the root of RFC 9162, and every path leads to it', () => {
  for (let size = 1; size <= 70; size += 1) {
    const entries = newEntries(size);
    const { root, paths } = growOver(entries);
    assert.equal(root, merkleTreeHash(entries).toString('base64url'), `${size} leaves`);
    assert.equal(paths.length, size);
    for (const [at, entry] of entries.entries()) {
      assert.equal(foldPath(hashLeaf(entry), toPath(paths[at])), root, `${at} of ${size}`);
      assert.ok(toPath(paths[at]).length <= 33 * Math.ceil(Math.log2(size)));
    }
  }
});

it('a path leads from no other leaf and from no node to the root', () => {
  const entries = newEntries(7);
  const { root, paths } = growOver(entries);
  const [first, second, third] = entries.map((entry) => hashLeaf(entry));
  assert.ok(first && second && third);
  assert.notEqual(foldPath(second, toPath(paths[0])), root);
  assert.notEqual(foldPath(first, toPath(paths[1])), root);
  // The two hashes below a node, given as the octets of a leaf.
  const node = Buffer.from(first + second, 'latin1');
  assert.notEqual(foldPath(hashLeaf(node), toPath(paths[0]).subarray(33)), root);
});

it('octets that are no path are refused: a third side, and parts of a step', () => {
  const [leaf] = newEntries(1).map((entry) => hashLeaf(entry));
  assert.ok(leaf);
  const step = Buffer.alloc(33);
  assert.equal(typeof foldPath(leaf, step), 'string');
  for (const side of [2, 0x41, 0xff]) {
    step[0] = side;
    assert.equal(foldPath(leaf, step), undefined);
  }
  for (const length of [1, 32, 34, 65]) {
    assert.equal(foldPath(leaf, Buffer.alloc(length)), undefined, `${length} octets`);
  }
});
