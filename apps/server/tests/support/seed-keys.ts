/** Ed25519 keys made of 32 equal bytes, the same in every run. */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

/** What comes before the secret in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_BYTES = 32;

export interface SeedKey {
  readonly publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

export function seedKey(byte: number): SeedKey {
  const der = Buffer.concat([PKCS8_PREFIX, Buffer.alloc(KEY_BYTES, byte)]);
  const secret = createPrivateKey({ key: der, type: 'pkcs8', format: 'der' });
  const spki = createPublicKey(secret).export({ type: 'spki', format: 'der' });
  return {
    publicKey: new Uint8Array(spki.subarray(-KEY_BYTES)),
    sign: (message) => new Uint8Array(sign(null, message, secret)),
  };
}
