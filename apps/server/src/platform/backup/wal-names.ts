/** Names of the segments of the write-ahead log: 8 digits each of timeline, number and part, in hex. */
const SEGMENT_BYTES = 16n * 1024n * 1024n;
const SEGMENTS_PER_NUMBER = 0x1_0000_0000n / SEGMENT_BYTES;

const SEGMENT = /^[0-9A-F]{24}$/;

export const isSegment = (name: string): boolean => SEGMENT.test(name);

/** What PostgreSQL archives: segments, histories of timelines, notes of backups. */
export const isWalFile = (name: string): boolean =>
  /^([0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/.test(name);

const hex8 = (value: bigint): string => value.toString(16).toUpperCase().padStart(8, '0');

const nameOf = (timeline: bigint, segment: bigint): string =>
  hex8(timeline) + hex8(segment / SEGMENTS_PER_NUMBER) + hex8(segment % SEGMENTS_PER_NUMBER);

/** The segment that contains this position, such as `0/3000028`. */
export function segmentAt(timeline: number, position: string): string {
  const [high, low] = position.split('/').map((part) => BigInt(`0x${part}`)) as [bigint, bigint];
  return nameOf(BigInt(timeline), (high * 0x1_0000_0000n + low) / SEGMENT_BYTES);
}

/** The segment with the last byte before this position. */
export function segmentBefore(timeline: number, position: string): string {
  const [high, low] = position.split('/').map((part) => BigInt(`0x${part}`)) as [bigint, bigint];
  return nameOf(BigInt(timeline), (high * 0x1_0000_0000n + low - 1n) / SEGMENT_BYTES);
}

export function nextSegment(name: string): string {
  const [timeline, high, low] = [0, 8, 16].map((at) => BigInt(`0x${name.slice(at, at + 8)}`)) as [
    bigint,
    bigint,
    bigint,
  ];
  return nameOf(timeline, high * SEGMENTS_PER_NUMBER + low + 1n);
}
