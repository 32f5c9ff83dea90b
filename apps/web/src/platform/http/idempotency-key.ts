/** Makes the key that lets a money call be sent twice and happen once (rules §13). */

/** 128 random bits as text; also on plain http, where `crypto.randomUUID` does not exist. */
export function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
