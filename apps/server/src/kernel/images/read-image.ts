/** Reads the bytes of an uploaded image from its text; only what begins like an image is ever decoded (rules §6). */
import { IMAGE_BYTES_MAX } from '@tern/protocol';
import { Refusal } from '../requests/refusal.ts';

const PREFIX = /^data:image\/[\w.+-]{1,40};base64,/i;

const wrong = () => new Refusal(5008, { fields: ['base64Str'] });

/** How each kind of file begins: what begins otherwise never reaches a decoder. */
const beginnings = [
  (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  (bytes: Buffer) =>
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

/** Fails with: 5008 for what is no base64, too large, or begins like no image that we take. */
export function readUpload(base64: string): Buffer {
  const text = withPluses(base64.replace(PREFIX, ''));
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  const length = (text.length / 4) * 3 - padding;
  if (length > IMAGE_BYTES_MAX) throw wrong();
  const bytes = Buffer.from(text, 'base64');
  // What is no base64 decodes to fewer bytes, or to none.
  if (bytes.length !== length || !beginnings.some((isKind) => isKind(bytes))) throw wrong();
  return bytes;
}

const BLANK = 0x20;
const PLUS = 0x2b;

/** In a form a plus that was not escaped arrives as a blank. Byte by byte: a text of blanks would otherwise take a second. */
function withPluses(text: string): string {
  if (!text.includes(' ')) return text;
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === BLANK) bytes[at] = PLUS;
  return bytes.toString('latin1');
}
