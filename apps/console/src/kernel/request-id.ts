/** An idempotency key of 128 random bits. Also works over plain http, where `crypto.randomUUID` does not exist. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
