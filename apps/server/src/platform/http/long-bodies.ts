/** Long bodies: one long text of ASCII among a few short fields, read without holding the main thread (ADR 6). */
import { isAscii } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A body of up to this length is read within a few milliseconds, whatever is in it. */
export const PLAIN_BYTES = 64 * 1024;

/** What opens or separates values in JSON. */
const PUNCTUATION = ['"', '{', '[', ','] as const;
const PUNCTUATION_MAX = 100;
const NAME_LENGTH_MAX = 64;
/** Decoded at a time, in a few milliseconds. */
const PIECE_BYTES = 1024 * 1024;

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PERCENT = 0x25;
const PLUS = 0x2b;
const BLANK = 0x20;

/** Marked as Fastify marks what a client did wrong. */
const unreadable = (): Error =>
  Object.assign(new Error('a long body is one long text of ASCII'), { statusCode: 400 });

/**
 * The text of a long JSON document. A long text is parsed in one go; millions of small values are not, and characters
 * beyond ASCII make each step after it slower.
 * Fails with: `unreadable`.
 */
export function longJson(body: Buffer): string {
  if (!isAscii(body) || PUNCTUATION.some((character) => isFrequent(body, character))) {
    throw unreadable();
  }
  return body.toString('latin1');
}

function isFrequent(body: Buffer, character: string): boolean {
  let at = -1;
  for (let count = 0; count <= PUNCTUATION_MAX; count += 1) {
    at = body.indexOf(character, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/**
 * The fields of a long form, each given once.
 * Fails with: `unreadable`.
 */
export async function longForm(body: Buffer, fieldsMax: number): Promise<Record<string, string>> {
  if (!isAscii(body)) throw unreadable();
  const fields = new Map<string, string>();
  for (let start = 0; start <= body.length; ) {
    const found = body.indexOf(AMPERSAND, start);
    const end = found === -1 ? body.length : found;
    const equals = body.indexOf(EQUALS, start);
    const nameEnd = equals === -1 || equals > end ? end : equals;
    if (nameEnd - start > NAME_LENGTH_MAX || fields.size >= fieldsMax) throw unreadable();
    const name = await decoded(body.subarray(start, nameEnd));
    if (fields.has(name)) throw unreadable();
    fields.set(name, await decoded(body.subarray(Math.min(nameEnd + 1, end), end)));
    start = end + 1;
  }
  return Object.fromEntries(fields);
}

/** Byte by byte, in pieces: the usual decoder makes a text for each escape. Fails with: `unreadable`. */
async function decoded(bytes: Buffer): Promise<string> {
  if (!bytes.includes(PERCENT) && !bytes.includes(PLUS)) return bytes.toString('latin1');
  const written = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    if (at > 0) await nextTurn();
    const pieceEnd = Math.min(at + PIECE_BYTES, bytes.length);
    for (; at < pieceEnd; at += 1) {
      let byte = bytes[at]!;
      if (byte === PLUS) byte = BLANK;
      if (byte === PERCENT) {
        byte = hex(bytes[at + 1]) * 16 + hex(bytes[at + 2]);
        if (byte < 0) throw unreadable();
        at += 2;
      }
      written[length] = byte;
      length += 1;
    }
  }
  return written.toString('latin1', 0, length);
}

/** A digit's value; far below zero for anything else. */
function hex(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1_000;
}
