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

export const systemRandom: Random = {
  token: (bytes) => randomBytes(bytes).toString('base64url'),
  digits: (length) => systemRandom.text(length, '0123456789'),
  text: (length, alphabet) =>
    Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
};
