/** Request bodies: JSON, none, and forms, long ones parsed without blocking the main thread (ADR 6); long answers compressed. */
import { isAscii } from 'node:buffer';
import { parse as parseForm } from 'node:querystring';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import { header } from './identify-caller.ts';

const FORM_FIELDS_MAX = 20;

/** Calls without input come with the JSON content type and no body at all. */
export function acceptJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, {});
    else if (body.length <= PLAIN_BYTES) void parseJson(request, body.toString(), done);
    else later(done, () => void parseJson(request, longJson(body as Buffer), done));
  });
}

/** Every field is text; a repeated one becomes a list, which no schema accepts. */
export function acceptForms(scope: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded';
  const parse = async (_request: FastifyRequest, body: Buffer) => {
    if (body.length <= PLAIN_BYTES) {
      return { ...parseForm(body.toString(), '&', '=', { maxKeys: FORM_FIELDS_MAX }) };
    }
    await nextTurn();
    return longForm(body, FORM_FIELDS_MAX);
  };
  scope.addContentTypeParser(type, { parseAs: 'buffer' }, parse);
}

/** Receiving a long body already took time: let other requests run before it is parsed. */
function later(done: (error: Error) => void, read: () => void): void {
  setImmediate(() => {
    try {
      read();
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Bodies of up to this length are parsed within a few milliseconds, whatever their content. */
const PLAIN_BYTES = 64 * 1024;

/** Characters that open or separate values in JSON. */
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

/** Marked like Fastify's own client errors. */
const unreadable = (): Error =>
  Object.assign(new Error('a long body is one long text of ASCII'), { statusCode: 400 });

/**
 * The text of a long JSON document. One long string is parsed quickly; millions of small values are not, and non-ASCII
 * characters slow down each later step.
 * @throws `unreadable`
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
 * The fields of a long form, without repeated ones.
 * @throws `unreadable`
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

/** Decodes in one pass over the bytes, in pieces; the usual decoder creates a string for each escape. @throws `unreadable` */
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

/** A digit's value; a large negative number for other characters. */
function hex(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1_000;
}

const zip = promisify(gzip);

/** A shorter answer fits into a few packets uncompressed. */
const COMPRESSED_FROM_BYTES = 4 * 1024;
/** Twice as fast as the default level, for a sixth more bytes. */
const GZIP_LEVEL = 3;

/**
 * Compresses a long answer: a list of markets shrinks to a tenth. Only for public answers: next to a secret, the compressed size would reveal something about it.
 */
export const compressLong: onSendAsyncHookHandler = async (request, reply, payload) => {
  if (typeof payload !== 'string' || payload.length < COMPRESSED_FROM_BYTES) return payload;
  void reply.header('vary', 'accept-encoding');
  if (!header(request, 'accept-encoding').includes('gzip')) return payload;
  void reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return zip(payload, { level: GZIP_LEVEL });
};
