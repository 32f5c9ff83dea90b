/** The randomness port: unguessable tokens, codes and ids. */
import { randomBytes, randomInt } from 'node:crypto';

export interface Random {
  /** URL-safe text of `bytes` random bytes. */
  token(bytes: number): string;
  /** `length` decimal digits. */
  digits(length: number): string;
  /** `length` characters of `alphabet`. */
  text(length: number, alphabet: string): string;
}

/** Drawn ahead: to ask the system for nine bytes costs as much as for thousands, and each batch of orders has a token. */
const POOL_BYTES = 4_096;
let pool = Buffer.alloc(0);

/** Bytes that are given once, and then erased. */
function drawToken(bytes: number): string {
  if (bytes > POOL_BYTES) return randomBytes(bytes).toString('base64url');
  if (pool.length < bytes) pool = randomBytes(POOL_BYTES);
  const drawn = pool.subarray(0, bytes);
  pool = pool.subarray(bytes);
  const token = drawn.toString('base64url');
  drawn.fill(0);
  return token;
}

export const systemRandom: Random = {
  token: drawToken,
  digits: (length) => systemRandom.text(length, '0123456789'),
  text: (length, alphabet) =>
    Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
};
