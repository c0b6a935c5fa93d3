import { hash } from 'node:crypto';

/** A hash with a character for each octet: Node makes such strings in half the time of buffers. */
export type NodeHash = string;

/** First octets of what is hashed, so that no leaf passes for a node (RFC 9162, 2.1.1). */
const [LEAF, NODE] = ['\x00', '\x01'];

/** First octet of a step: on which side its sibling is. */
const [LEFT, RIGHT] = ['\x00', '\x01'];

/** Octets of a step: the side, and the hash of the sibling. */
const STEP = 33;

const sha256 = (octets: string): NodeHash =>
  hash('sha256', Buffer.from(octets, 'latin1'), 'binary');

/** The hash of a leaf with these octets. */
export const hashLeaf = (entry: Buffer): NodeHash => sha256(LEAF + entry.toString('latin1'));

const hashNode = (left: NodeHash, right: NodeHash) => sha256(NODE + left + right);

/** The nodes above these; the last one moves up as it is where it has no sibling. */
function climb(level: readonly NodeHash[]): NodeHash[] {
  const above: NodeHash[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left = '', right] = [level[at], level[at + 1]];
    above.push(right === undefined ? left : hashNode(left, right));
  }
  return above;
}

const encode = (octets: string) => Buffer.from(octets, 'latin1').toString('base64url');

/**
 * The root over leaves, at least one, and the path of each: its steps from the leaf up, in base64url.
 * A step of 33 octets has 44 characters, so that paths share the text of the steps that they share.
 */
export function growTree(leaves: readonly NodeHash[]) {
  const levels: (readonly NodeHash[])[] = [];
  let top = leaves;
  for (; top.length > 1; top = climb(top)) levels.push(top);
  let paths = [''];
  for (const level of levels.toReversed()) {
    paths = level.map((_node, at) => {
      const [sibling, rest = ''] = [level[at ^ 1], paths[at >> 1]];
      if (sibling === undefined) return rest;
      return encode((at % 2 === 0 ? RIGHT : LEFT) + sibling) + rest;
    });
  }
  return { root: encode(top[0] ?? ''), paths };
}

/** The root that a path leads to from its leaf, in base64url; undefined when it is no path. */
export function foldPath(leaf: NodeHash, path: Buffer): string | undefined {
  let node = leaf;
  for (let at = 0; at < path.length; at += STEP) {
    const step = path.toString('latin1', at, at + STEP);
    const sibling = step.slice(1);
    if (step.length !== STEP) return undefined;
    if (step.startsWith(LEFT)) node = hashNode(sibling, node);
    else if (step.startsWith(RIGHT)) node = hashNode(node, sibling);
    else return undefined;
  }
  return encode(node);
}
