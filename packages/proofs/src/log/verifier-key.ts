/** Keys of signed notes: name, key id and type (C2SP signed-note), spelt `name+id+base64`. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, toBase64 } from './plain-bytes.ts';

/** The byte of a signature type: 1 signs a note, 4 cosigns a checkpoint with a time. Other types are not read. */
export const signatureTypes = { note: 1, cosignature: 4 } as const;
export type SignatureType = keyof typeof signatureTypes;

/** A public key that someone decided to trust. */
export interface VerifierKey {
  readonly name: string;
  readonly type: SignatureType;
  /** 32 bytes, Ed25519. */
  readonly publicKey: Uint8Array;
  /** Eight hexadecimal digits. */
  readonly id: string;
}

/** Signs for a key, with the secret where it is kept. */
export interface NoteSigner {
  readonly key: VerifierKey;
  /** Ed25519 (RFC 8032); 64 bytes. */
  sign(message: Uint8Array): Uint8Array;
}

const KEY_BYTES = 32;
const ID_BYTES = 4;
/** No Unicode space and no plus. */
const NAME = /^[^\s\u0085+\p{Surrogate}\p{Cc}]+$/u;

export function isKeyName(text: string): boolean {
  return NAME.test(text);
}

/** @throws Error for an impossible name or key (a broken configuration) */
export function verifierKey(name: string, type: SignatureType, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name)) throw new Error(`not a name of a key: ${name}`);
  if (publicKey.length !== KEY_BYTES) throw new Error('an Ed25519 key has 32 bytes');
  const typed = typedKey(type, publicKey);
  const id = bytesToHex(sha256(concatBytes(utf8ToBytes(`${name}\n`), typed)).subarray(0, ID_BYTES));
  return { name, type, publicKey, id };
}

/** Shape: `exchange.example/log+1f2e3d4c+Ae…`, as Go's `note` package writes it. */
export function formatVerifierKey({ name, type, publicKey, id }: VerifierKey): string {
  return `${name}+${id}+${toBase64(typedKey(type, publicKey))}`;
}

/** Undefined for another spelling, an unknown type, or an id that is not that of the key. */
export function parseVerifierKey(text: string): VerifierKey | undefined {
  const match = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text);
  if (match === null) return undefined;
  const [, name = '', id, encoded = ''] = match;
  const typed = fromBase64(encoded);
  if (typed?.length !== KEY_BYTES + 1 || !isKeyName(name)) return undefined;
  const type = typeOf(typed[0]);
  if (type === undefined) return undefined;
  const key = verifierKey(name, type, typed.slice(1));
  return key.id === id ? key : undefined;
}

/** Verifies Ed25519 strictly (RFC 8032). False for malformed input. */
export function isSignedBy(key: VerifierKey, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, key.publicKey, { zip215: false });
  } catch {
    return false;
  }
}

function typeOf(byte: number | undefined): SignatureType | undefined {
  if (byte === signatureTypes.note) return 'note';
  return byte === signatureTypes.cosignature ? 'cosignature' : undefined;
}

function typedKey(type: SignatureType, publicKey: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(signatureTypes[type]), publicKey);
}
