/** Entries of the log that end with a signature of their other lines, in base64 on a line of its own (docs/public-log.md). */
import { fromBase64, isSameBytes, plainBytes, plainText, toBase64 } from './plain-bytes.ts';
import { isSignedBy, type NoteSigner, type VerifierKey } from './verifier-key.ts';

/** Shape: the first line of the entry is exactly this. */
export function hasHeader(entry: Uint8Array, header: string): boolean {
  return isSameBytes(entry.subarray(0, header.length + 1), plainBytes(`${header}\n`));
}

/** Shape: a newline ends each of the lines. */
export function signLines(lines: string, signer: NoteSigner): Uint8Array {
  const signed = plainBytes(lines);
  return new Uint8Array([...signed, ...plainBytes(`${toBase64(signer.sign(signed))}\n`)]);
}

/** True when the entry is these lines and the key's signature of them, and nothing else. */
export function isSignedLines(entry: Uint8Array, lines: string, key: VerifierKey): boolean {
  const text = plainText(entry) ?? '';
  if (!text.startsWith(lines) || !text.endsWith('\n')) return false;
  // Only one text spells the bytes of a signature.
  const signature = fromBase64(text.slice(lines.length, -1));
  return signature !== undefined && isSignedBy(key, plainBytes(lines), signature);
}
