/** Keys of signed notes: name, key id and type (C2SP signed-note), spelt `name+id+base64`. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, toBase64 } from './plain-bytes.ts';

/** The byte of a signature type: 1 signs a note; 4 (Ed25519) and 6 (ML-DSA-44) cosign a checkpoint with a time. Other types are not read. */
export const signatureTypes = { note: 1, cosignature: 4, subtree: 6 } as const;
export type SignatureType = keyof typeof signatureTypes;

/** A public key that someone decided to trust. */
export interface VerifierKey {
  readonly name: string;
  readonly type: SignatureType;
  /** Ed25519: 32 bytes. Of type "subtree" ML-DSA-44: 1,312 bytes. */
  readonly publicKey: Uint8Array;
  /** Of type "subtree": its check, which is loaded only where such keys are read (`@tern/proofs/ml-dsa`). Without it no signature is right. */
  readonly verify?: (message: Uint8Array, signature: Uint8Array) => boolean;
  /** Eight hexadecimal digits. */
  readonly id: string;
}

/** Signs for a key, with the secret where it is kept. */
export interface NoteSigner {
  readonly key: VerifierKey;
  /** Ed25519 (RFC 8032): 64 bytes; or ML-DSA-44 (FIPS 204): 2,420 bytes. */
  sign(message: Uint8Array): Uint8Array;
}

const KEY_BYTES: Readonly<Record<SignatureType, number>> = {
  note: 32,
  cosignature: 32,
  subtree: 1_312,
};
const ID_BYTES = 4;
/** No Unicode space and no plus. */
const NAME = /^[^\s\u0085+\p{Surrogate}\p{Cc}]+$/u;

export function isKeyName(text: string): boolean {
  return NAME.test(text);
}

/** @throws Error for an impossible name or key (a broken configuration) */
export function verifierKey(name: string, type: SignatureType, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name)) throw new Error(`not a name of a key: ${name}`);
  if (publicKey.length !== KEY_BYTES[type]) throw new Error(`a key has ${KEY_BYTES[type]} bytes`);
  const typed = typedKey(type, publicKey);
  const id = bytesToHex(sha256(concatBytes(utf8ToBytes(`${name}\n`), typed)).subarray(0, ID_BYTES));
  return { name, type, publicKey, id };
}

/** Shape: `exchange.example/log+1f2e3d4c+Ae…`, as Go's `note` package writes it. */
export function formatVerifierKey({ name, type, publicKey, id }: VerifierKey): string {
  return `${name}+${id}+${toBase64(typedKey(type, publicKey))}`;
}

/** An Ed25519 key. Undefined for another spelling, another type, or an id that is not that of the key. */
export function parseVerifierKey(text: string): VerifierKey | undefined {
  const key = parseAnyKey(text);
  return key?.type === 'subtree' ? undefined : key;
}

/** A key of any type; one of type "subtree" still lacks its check. Undefined as of `parseVerifierKey`. */
export function parseAnyKey(text: string): VerifierKey | undefined {
  const match = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text);
  if (match === null) return undefined;
  const [, name = '', id, encoded = ''] = match;
  const typed = fromBase64(encoded);
  const type = typeOf(typed?.[0]);
  if (typed === undefined || type === undefined || !isKeyName(name)) return undefined;
  if (typed.length !== KEY_BYTES[type] + 1) return undefined;
  const key = verifierKey(name, type, typed.slice(1));
  return key.id === id ? key : undefined;
}

/** Verifies Ed25519 strictly (RFC 8032), or by the check of the key. False for malformed input. */
export function isSignedBy(key: VerifierKey, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    if (key.type === 'subtree') return key.verify?.(message, signature) ?? false;
    return ed25519.verify(signature, message, key.publicKey, { zip215: false });
  } catch {
    return false;
  }
}

function typeOf(byte: number | undefined): SignatureType | undefined {
  const types = Object.keys(signatureTypes) as SignatureType[];
  return types.find((type) => signatureTypes[type] === byte);
}

function typedKey(type: SignatureType, publicKey: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(signatureTypes[type]), publicKey);
}
