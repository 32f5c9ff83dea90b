/** Names of requests: the same attempt sent again is known by its name. */

/** 128 random bits as text; also on plain http, where `crypto.randomUUID` does not exist. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
