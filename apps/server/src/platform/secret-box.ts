/** Secrets in the database: encrypted with the key of this deployment, or hashed. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';

export interface SecretBox {
  /** `context` identifies the owner of the secret; `open` needs the same one. */
  seal(secret: string, context: string): Uint8Array;
  /** As `seal`, but the same secret in the same context gives the same bytes: for what the database compares (ADR 72). */
  sealEqually(secret: string, context: string): Uint8Array;
  /** @throws Error for another key or context, or a changed byte */
  open(sealed: Uint8Array, context: string): string;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM. A sealed secret is nonce, tag, ciphertext. */
export function createSecretBox(key: Uint8Array): SecretBox {
  if (key.length !== KEY_BYTES) throw new Error(`the encryption key must have ${KEY_BYTES} bytes`);
  const nonceKey = Buffer.from(
    hkdfSync('sha256', key, '', 'tern nonces of equal seals', KEY_BYTES),
  );
  const sealWith = (nonce: Uint8Array, secret: string, context: string) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  };
  return {
    seal: (secret, context) => sealWith(randomBytes(NONCE_BYTES), secret, context),
    // The nonce follows from all that is sealed, so that no two different secrets or contexts share one (as in RFC 5297).
    sealEqually(secret, context) {
      const of = createHmac('sha256', nonceKey)
        .update(JSON.stringify([context, secret]))
        .digest();
      return sealWith(of.subarray(0, NONCE_BYTES), secret, context);
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

/** Reads the key of this deployment, or creates it. Only the server's user can read the file. */
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
