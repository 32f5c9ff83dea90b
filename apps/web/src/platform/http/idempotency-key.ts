/** Creates the idempotency key of a money call (rules §13). */

/** 128 random bits as text; works on plain HTTP, where `crypto.randomUUID` does not exist. */
export function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
