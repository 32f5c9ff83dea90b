/** Secrets in the database: encrypted with the key of this deployment, or hashed. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';

export interface SecretBox {
  /** `context` identifies the owner of the secret; `open` needs the same one. */
  seal(secret: string, context: string): Uint8Array;
  /** Fails with: a thrown error for another key or context, or a changed byte. */
  open(sealed: Uint8Array, context: string): string;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM. A sealed secret is nonce, tag, ciphertext. */
export function createSecretBox(key: Uint8Array): SecretBox {
  if (key.length !== KEY_BYTES) throw new Error(`the encryption key must have ${KEY_BYTES} bytes`);
  return {
    seal(secret, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, context) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
      const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
  };
}

/** Reads the key of this deployment, or creates it. Only the program's user can read the file. */
export function readSecretKey(file: string): Uint8Array {
  try {
    writeFileSync(file, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    chmodSync(file, 0o600);
  }
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`${file} does not contain an encryption key`);
  return key;
}

/**
 * Hashes a token, code or captcha answer for storage: SHA-256 of the secret and its purpose, so that the same secret hashes differently elsewhere. Enough for tokens of 256
 * random bits; short codes are protected by few tries and a short life instead (ADR 5).
 */
export function hashSecret(purpose: string, secret: string): string {
  return createHash('sha256').update(`${purpose}\n${secret}`).digest('base64url');
}
