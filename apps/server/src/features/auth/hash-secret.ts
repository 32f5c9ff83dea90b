/** Hashes tokens, codes and captcha answers for storage. */
import { createHash } from 'node:crypto';

/**
 * SHA-256 of a secret and its purpose, so that the same secret hashes differently elsewhere. Enough for tokens of 256
 * random bits; short codes are protected by few tries and a short life instead (ADR 5).
 */
export function hashSecret(purpose: string, secret: string): string {
  return createHash('sha256').update(`${purpose}\n${secret}`).digest('base64url');
}
