/** Hashes of tokens, codes and captcha answers as they are stored. */
import { createHash } from 'node:crypto';

/**
 * SHA-256 of a secret together with what it is for, so that the same secret elsewhere hashes differently.
 * Enough for tokens of 256 random bits; for short codes it only keeps them out of sight, and their
 * few tries and minutes are the guard (ADR 5).
 */
export function hashSecret(purpose: string, secret: string): string {
  return createHash('sha256').update(`${purpose}\n${secret}`).digest('base64url');
}
