/** Frames of the market socket: one gzipped JSON object in a binary WebSocket frame, built once for all readers. */
import { crc32, gzipSync } from 'node:zlib';
import { exactJson } from './exact-json.ts';

/** The bytes on the wire, including the WebSocket header. */
export type Frame = Buffer;

/** A WebSocket ping; its pong proves that the client has read everything before it (RFC 6455 §5.5.2). */
const PROBE = Buffer.from([0x89, 0]);
const probed = new WeakMap<Frame, Frame>();

/** Compressing shorter answers costs more than it saves. Units: bytes. */
const COMPRESS_ABOVE = 256;
const FINAL_BINARY = 0x82;
const LENGTH_IN_2_BYTES = 126;
const LENGTH_IN_8_BYTES = 127;

/** A frame for many readers. */
export function frameOf(message: unknown): Frame {
  return inFrame(gzipSync(exactJson(message)));
}

/** A frame for one reader: short ones are stored uncompressed inside gzip (RFC 1951 §3.2.4), at a tenth of the cost. */
export function answerFrame(message: unknown): Frame {
  const text = Buffer.from(exactJson(message));
  return inFrame(text.length > COMPRESS_ABOVE ? gzipSync(text) : storedGzip(text));
}

/** The frame followed by a probe, built once for all readers. */
export function withProbe(frame: Frame): Frame {
  const known = probed.get(frame);
  if (known !== undefined) return known;
  const made = Buffer.concat([frame, PROBE]);
  probed.set(frame, made);
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

/** Magic, deflate, no flags, no time, unknown system; then one final stored block. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1]);

function storedGzip(text: Buffer): Buffer {
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
