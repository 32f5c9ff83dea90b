/** Bundles of log entries: each with its length as two bytes, big-endian, before it (C2SP tlog-tiles). */

export const ENTRY_BYTES_MAX = 65_535;
const LENGTH_BYTES = 2;

/** @throws Error for an entry of 64 KiB or more (a broken invariant) */
export function formatEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(
    entries.reduce((length, entry) => length + LENGTH_BYTES + entry.length, 0),
  );
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const entry of entries) {
    if (entry.length > ENTRY_BYTES_MAX)
      throw new Error('an entry of a log has 65535 bytes at most');
    view.setUint16(at, entry.length);
    bytes.set(entry, at + LENGTH_BYTES);
    at += LENGTH_BYTES + entry.length;
  }
  return bytes;
}

/** Undefined when the bytes are not whole entries. */
export function parseEntryBundle(bytes: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (at + LENGTH_BYTES > bytes.length) return undefined;
    const from = at + LENGTH_BYTES;
    at = from + view.getUint16(at);
    if (at > bytes.length) return undefined;
    entries.push(bytes.slice(from, at));
  }
  return entries;
}
