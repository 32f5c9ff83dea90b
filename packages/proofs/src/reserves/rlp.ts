/** Reads RLP, the encoding of Ethereum's blocks and state, in its one canonical spelling. */

export type RlpItem = Uint8Array | readonly RlpItem[];

const SHORT_MAX = 55;
const TEXT = 0x80;
const LIST = 0xc0;
const LENGTH_BYTES_MAX = 4;

interface Read {
  readonly item: RlpItem;
  readonly end: number;
}

/** Undefined unless the bytes are exactly one item. */
export function decodeRlp(bytes: Uint8Array): RlpItem | undefined {
  const read = readItem(bytes, 0);
  return read?.end === bytes.length ? read.item : undefined;
}

function readItem(bytes: Uint8Array, at: number): Read | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  if (first < TEXT) return { item: bytes.subarray(at, at + 1), end: at + 1 };
  const isList = first >= LIST;
  const span = readSpan(bytes, at, first - (isList ? LIST : TEXT));
  if (span === undefined) return undefined;
  if (isList) return readList(bytes, span);
  const item = bytes.subarray(span.start, span.end);
  // A single byte below 0x80 is spelt as itself.
  const isLong = item.length === 1 && (item[0] ?? 0) < TEXT;
  return isLong ? undefined : { item, end: span.end };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** `size`: the length, or 55 more than the number of bytes that spell it. */
function readSpan(bytes: Uint8Array, at: number, size: number): Span | undefined {
  const lengthBytes = Math.max(0, size - SHORT_MAX);
  if (lengthBytes > LENGTH_BYTES_MAX) return undefined;
  const start = at + 1 + lengthBytes;
  const spelt = bytes.subarray(at + 1, start);
  const length = lengthBytes === 0 ? size : spelt.reduce((sum, byte) => sum * 256 + byte, 0);
  if (lengthBytes > 0 && (spelt[0] === 0 || length <= SHORT_MAX)) return undefined;
  const end = start + length;
  return end > bytes.length ? undefined : { start, end };
}

function readList(bytes: Uint8Array, { start, end }: Span): Read | undefined {
  const items: RlpItem[] = [];
  let at = start;
  while (at < end) {
    const read = readItem(bytes, at);
    if (read === undefined || read.end > end) return undefined;
    items.push(read.item);
    at = read.end;
  }
  return { item: items, end };
}

/** Undefined for a list, and for a number that begins with a zero. */
export function rlpNumber(item: RlpItem | undefined): bigint | undefined {
  if (!(item instanceof Uint8Array) || item[0] === 0) return undefined;
  return item.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}
