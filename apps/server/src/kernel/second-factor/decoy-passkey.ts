/** A passkey that nobody has: a signature by an unknown one takes as long to refuse as by a known one. */
import { createECDH } from 'node:crypto';

/** COSE (RFC 9052): a map of key type EC2, algorithm ES256, curve P-256; then x and y, 32 bytes each. */
const COSE_HEAD = Buffer.from('a5010203262001', 'hex');
const COSE_X = Buffer.from('215820', 'hex');
const COSE_Y = Buffer.from('225820', 'hex');

/** The public key of a new pair, whose private key is dropped. */
export function decoyKey(): Buffer {
  // 0x04, then both coordinates.
  const point = createECDH('prime256v1').generateKeys();
  return Buffer.concat([COSE_HEAD, COSE_X, point.subarray(1, 33), COSE_Y, point.subarray(33)]);
}
