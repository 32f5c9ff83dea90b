/** Bytes as strict text: base64 (RFC 4648 §4, padded, canonical) and printable ASCII lines. Works in browsers and on the server. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]));
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Printable ASCII and newlines. */
const PLAIN = /^[\n\x20-\x7e]*$/;

/** Padded base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const bits = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const digits = [bits >> 18, (bits >> 12) & 63, (bits >> 6) & 63, bits & 63].map((value) =>
      ALPHABET.charAt(value),
    );
    text += `${digits.slice(0, left < 3 ? left + 1 : 4).join('')}${'='.repeat(Math.max(0, 3 - left))}`;
  }
  return text;
}

/** Undefined for anything but the one padded base64 text of some bytes. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (!BASE64.test(text)) return undefined;
  const digits = text.replace(/={1,2}$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const digit of digits) {
    bits = ((bits << 6) | (VALUES.get(digit) ?? 0)) & 0xfff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at] = (bits >> held) & 0xff;
    at += 1;
  }
  // Bits behind the last byte are zero, or two texts would spell the same bytes.
  return (bits & ((1 << held) - 1)) === 0 ? bytes : undefined;
}

/** True for printable ASCII with newlines: what our own leaves and receipts consist of. */
export function isPlainText(text: string): boolean {
  return PLAIN.test(text);
}

/** The bytes of a plain text. @throws Error for other text (a broken invariant) */
export function plainBytes(text: string): Uint8Array {
  if (!isPlainText(text)) throw new Error('not a plain text');
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Undefined when the bytes are not a plain text. */
export function plainText(bytes: Uint8Array): string | undefined {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return isPlainText(text) ? text : undefined;
}

/** Undefined unless the text is a whole number from 0 to 2^53 − 1, without leading zeros. */
export function parseWhole(text: string): number | undefined {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

export function isSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

/** Orders bytes as numbers from the first on: negative, zero or positive. */
export function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const shared = Math.min(left.length, right.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
