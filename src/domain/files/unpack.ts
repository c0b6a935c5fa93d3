import { constants, gunzipSync, inflateRawSync } from 'node:zlib';

/**
 * What may still be read and unpacked for one submission: it happens at once, so that it is a few milliseconds and
 * one copy in memory, whatever was packed.
 */
export interface Room {
  octets: number;
  /** Beginnings of files. */
  files: number;
  /** Files that archives list, all together. */
  names: number;
}

export const newRoom = (): Room => ({ octets: 4_194_304, files: 300, names: 10_000 });

/** Octets of a packed file that its beginning is unpacked from, and octets that it may become. */
const BEGINNING = { packed: 1_024, unpacked: 65_536 };

const STORED = 0;
const DEFLATED = 8;

/** Unpacks as far as the octets go; undefined where they are damaged, or become more than `most`. */
function within(
  room: Room,
  unpack: typeof gunzipSync | typeof inflateRawSync,
  packed: Buffer,
  most = room.octets,
): Buffer | undefined {
  if (most <= 0 || room.octets < most) return undefined;
  try {
    const finishFlush = constants.Z_SYNC_FLUSH;
    const unpacked = unpack(packed, { finishFlush, maxOutputLength: most });
    room.octets -= unpacked.length;
    return unpacked;
  } catch (error) {
    // As much work as it may be.
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') room.octets -= most;
    return undefined;
  }
}

function unpackBeginning(
  room: Room,
  unpack: typeof gunzipSync | typeof inflateRawSync,
  packed: Buffer,
): Buffer | undefined {
  if (room.files <= 0) return undefined;
  room.files -= 1;
  return within(room, unpack, packed.subarray(0, BEGINNING.packed), BEGINNING.unpacked);
}

interface Packed {
  method: number;
  isEncrypted: boolean;
  packed: Buffer;
  size: number;
}

/** The beginning of a file in a zip archive, or all of one that is not compressed. */
export function beginningOf(
  { method, isEncrypted, packed }: Packed,
  room: Room,
): Buffer | undefined {
  if (isEncrypted) return undefined;
  if (method === STORED) return packed;
  return method === DEFLATED ? unpackBeginning(room, inflateRawSync, packed) : undefined;
}

/** All of a file in a zip archive; undefined where there is no room for it. */
export function unpackAll(
  { method, isEncrypted, packed, size }: Packed,
  room: Room,
): Buffer | undefined {
  if (isEncrypted) return undefined;
  if (method === STORED) return packed;
  const fits = method === DEFLATED && size <= room.octets;
  return fits ? within(room, inflateRawSync, packed) : undefined;
}

/** What gzip has packed: all of it where there is room, else a beginning. */
export function gunzip(packed: Buffer, room: Room): Buffer | undefined {
  const beginning = unpackBeginning(room, gunzipSync, packed);
  const { octets } = room;
  const size = packed.length < 18 ? 0 : packed.readUInt32LE(packed.length - 4);
  // It says its size modulo 4 GB; of a large one about half of what there is room for is unpacked.
  const fitting = size > octets ? Math.floor((packed.length * octets) / size / 2) : packed.length;
  return within(room, gunzipSync, packed.subarray(0, fitting)) ?? beginning;
}

/** The name in the header of a gzip file (RFC 1952, 2.3.1), in Latin-1. */
export function nameInGzip(packed: Buffer): string | undefined {
  const flags = packed[3] ?? 0;
  if ((flags & 8) === 0 || packed.length < 12) return undefined;
  const at = 10 + ((flags & 4) === 0 ? 0 : 2 + packed.readUInt16LE(10));
  const end = packed.indexOf(0, at);
  return end < 0 ? undefined : packed.toString('latin1', at, end);
}
