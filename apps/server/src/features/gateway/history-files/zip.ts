/**
 * Zip files of one document (APPNOTE 6.3), whose bytes follow from the documents alone. A document is compressed without the end of
 * its deflate stream, so that a month's file is the compressed bytes of its days behind each other and one end: nothing is
 * compressed twice, and the file can be sent while it is read.
 */
import { constants, crc32, deflateRaw } from 'node:zlib';
import { promisify } from 'node:util';

/** A compressed document, or several behind each other. */
export interface Packed {
  /** Of the compressed bytes, without the end of the stream. */
  readonly bytes: number;
  readonly documentBytes: number;
  /** CRC-32 of the document. */
  readonly crc: number;
}

export interface ZipEntry extends Packed {
  /** ASCII. */
  readonly name: string;
  /** `2026-11-28`: the date of the file in the zip. */
  readonly day: string;
}

/** An empty last block. */
const STREAM_END = Buffer.from([0x03, 0x00]);
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
/** Version 2.0: deflate. */
const VERSION = 20;
const DEFLATED = 8;

const deflate = promisify(deflateRaw);

/** @returns the compressed bytes, flushed to a whole byte and without the end of the stream */
export async function packDocument(
  document: Buffer,
): Promise<{ readonly content: Buffer; readonly packed: Packed }> {
  const content = await deflate(document, { finishFlush: constants.Z_FULL_FLUSH });
  const packed = {
    bytes: content.length,
    documentBytes: document.length,
    crc: crc32(document),
  };
  return { content, packed };
}

/** What a zip has before and behind the compressed bytes. */
export function zipFrame(entry: ZipEntry): { readonly head: Buffer; readonly tail: Buffer } {
  const name = Buffer.from(entry.name, 'latin1');
  const shared = sharedFields(entry, name.length);
  const head = Buffer.alloc(LOCAL_BYTES);
  head.writeUInt32LE(0x04034b50, 0);
  shared.copy(head, 4);

  const central = Buffer.alloc(CENTRAL_BYTES);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(VERSION, 4);
  shared.copy(central, 6);

  const start = LOCAL_BYTES + name.length + entry.bytes + STREAM_END.length;
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(CENTRAL_BYTES + name.length, 12);
  end.writeUInt32LE(start, 16);
  return {
    head: Buffer.concat([head, name]),
    tail: Buffer.concat([STREAM_END, central, name, end]),
  };
}

/** The fields that the local and the central header have in common, from "version needed" to "extra field length". */
function sharedFields({ bytes, documentBytes, crc, day }: ZipEntry, nameBytes: number): Buffer {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const fields = Buffer.alloc(LOCAL_BYTES - 4);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(DEFLATED, 4);
  fields.writeUInt16LE(((year - 1980) << 9) | (month << 5) | date, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(bytes + STREAM_END.length, 14);
  fields.writeUInt32LE(documentBytes, 18);
  fields.writeUInt16LE(nameBytes, 22);
  return fields;
}

/** How many bytes a zip has besides the compressed ones. */
const frameBytes = (name: string) =>
  LOCAL_BYTES + CENTRAL_BYTES + END_BYTES + 2 * name.length + STREAM_END.length;

/** Of the compressed bytes in a zip of `bytes`, without the end of the stream. */
export const packedBytes = ({ name, bytes }: { name: string; bytes: number }): number =>
  bytes - frameBytes(name);

/** The compressed bytes of a zip that `zipFrame` made, without the end of the stream. */
export function contentOf(zip: Buffer, name: string): Buffer {
  const start = LOCAL_BYTES + name.length;
  return zip.subarray(start, start + packedBytes({ name, bytes: zip.length }));
}

/** Of the documents behind each other. */
export function joinPacked(parts: readonly Packed[]): Packed {
  return parts.reduce(
    (joined, { bytes, documentBytes, crc }) => ({
      bytes: joined.bytes + bytes,
      documentBytes: joined.documentBytes + documentBytes,
      crc: (times(powerOfBytes(documentBytes), joined.crc) ^ crc) >>> 0,
    }),
    { bytes: 0, documentBytes: 0, crc: 0 },
  );
}

/** CRC-32's polynomial; the highest bit is the coefficient of x^0. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
const X_TO_8 = 0x00800000;

/** The product of two polynomials modulo that of CRC-32. */
function times(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= shifted;
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ POLYNOMIAL;
  }
  return product >>> 0;
}

/** x to the power of eight times `bytes`: what a CRC is multiplied by when as many bytes follow. */
function powerOfBytes(bytes: number): number {
  let power = ONE;
  let square = X_TO_8;
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = times(power, square);
    square = times(square, square);
  }
  return power;
}
