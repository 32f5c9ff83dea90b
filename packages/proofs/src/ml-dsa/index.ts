/**
 * Keys of witnesses that cosign with ML-DSA-44 (FIPS 204, C2SP tlog-cosignature): no quantum computer forges them. Apart from the
 * rest, so that a page that reads no such key loads nothing of it.
 */
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js';
import {
  type NoteSigner,
  parseAnyKey,
  verifierKey,
  type VerifierKey,
} from '../log/verifier-key.ts';

/** A key of a witness: Ed25519 or ML-DSA-44. Undefined for another spelling or type, or an id that is not that of the key. */
export function parseWitnessKey(text: string): VerifierKey | undefined {
  const key = parseAnyKey(text);
  if (key === undefined || key.type === 'note') return undefined;
  return key.type === 'subtree' ? withCheck(key) : key;
}

/** Shape: `seed` has 32 random bytes: the secret of the key. @throws Error for an impossible name */
export function mlDsaSigner(name: string, seed: Uint8Array): NoteSigner {
  const { publicKey, secretKey } = ml_dsa44.keygen(seed);
  return {
    key: withCheck(verifierKey(name, 'subtree', publicKey)),
    sign: (message) => ml_dsa44.sign(message, secretKey),
  };
}

const withCheck = (key: VerifierKey): VerifierKey => ({
  ...key,
  verify: (message, signature) => ml_dsa44.verify(signature, message, key.publicKey),
});
