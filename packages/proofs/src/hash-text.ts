/** Hashes and signatures of texts, in lower-case hexadecimal as in the API. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const HASH = /^[0-9a-f]{64}$/;
const SIGNATURE = /^[0-9a-f]{128}$/;

/** SHA-256 of a text. */
export function hashOfText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

export function isHash(value: unknown): value is string {
  return typeof value === 'string' && HASH.test(value);
}

export function isSignature(value: unknown): value is string {
  return typeof value === 'string' && SIGNATURE.test(value);
}

/** Verifies Ed25519 over the UTF-8 of the text strictly (RFC 8032). False for malformed input. */
export function isSignedText(text: string, signature: string, publicKey: string): boolean {
  if (!isSignature(signature) || !isHash(publicKey)) return false;
  try {
    return ed25519.verify(hexToBytes(signature), utf8ToBytes(text), hexToBytes(publicKey), {
      zip215: false,
    });
  } catch {
    return false;
  }
}
