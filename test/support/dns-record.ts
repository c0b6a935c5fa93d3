/** A resource record (RFC 1035, 4.1.3) of the name that was asked for; `ttl` in seconds. */
export function toRecord(type: number, data: Buffer, ttl = 0): Buffer {
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(ttl, 6);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
}
