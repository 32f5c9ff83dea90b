/** Frames of the market socket: gzip of one JSON object in a binary WebSocket frame, made once and written to many. */
import { crc32, gzipSync } from 'node:zlib';
import { exactJson } from './exact-json.ts';

/** As it goes over the wire, its WebSocket head included: the same bytes for every reader. */
export type Frame = Buffer;

/** Asks the reader's WebSocket for a sign that it has read everything before (RFC 6455 §5.5.2). */
const MARK = Buffer.from([0x89, 0]);
const marked = new WeakMap<Frame, Frame>();

/** Up to here packing costs more than it saves. Units: bytes. */
const SHORT = 256;
const FINAL_BINARY = 0x82;
const LENGTH_IN_2_BYTES = 126;
const LENGTH_IN_8_BYTES = 127;

/** For many readers. */
export function frameOf(message: unknown): Frame {
  return inFrame(gzipSync(exactJson(message)));
}

/** For one reader: short ones are gzip that only wraps (RFC 1951 §3.2.4), at a tenth of the work. */
export function answerFrame(message: unknown): Frame {
  const text = Buffer.from(exactJson(message));
  return inFrame(text.length > SHORT ? gzipSync(text) : wrapped(text));
}

/** The frame with a mark behind it, made once for all who are sent it. */
export function withMark(frame: Frame): Frame {
  const known = marked.get(frame);
  if (known !== undefined) return known;
  const made = Buffer.concat([frame, MARK]);
  marked.set(frame, made);
  return made;
}

function inFrame(body: Buffer): Frame {
  const head = headOf(body.length);
  return Buffer.concat([head, body], head.length + body.length);
}

function headOf(length: number): Buffer {
  if (length < LENGTH_IN_2_BYTES) return Buffer.from([FINAL_BINARY, length]);
  if (length < 2 ** 16) {
    const head = Buffer.from([FINAL_BINARY, LENGTH_IN_2_BYTES, 0, 0]);
    head.writeUInt16BE(length, 2);
    return head;
  }
  const head = Buffer.alloc(10);
  head.set([FINAL_BINARY, LENGTH_IN_8_BYTES]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** Magic, deflate, no flags, no time, no system; then one last stored block. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1]);

function wrapped(text: Buffer): Buffer {
  const { length } = text;
  const packed = Buffer.allocUnsafe(GZIP_HEAD.length + 4 + length + 8);
  packed.set(GZIP_HEAD);
  let at = packed.writeUInt16LE(length, GZIP_HEAD.length);
  at = packed.writeUInt16LE(length ^ 0xffff, at);
  packed.set(text, at);
  at = packed.writeUInt32LE(crc32(text), at + length);
  packed.writeUInt32LE(length, at);
  return packed;
}
