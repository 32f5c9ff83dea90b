/** One idempotency key per attempt to move money: reused while the outcome is unknown, new afterwards. */
import { CallError } from '../platform/http/call-error.ts';

export interface Attempts {
  /** The key to send `input` with. */
  keyFor: (input: unknown) => string;
  /** Reports the result: after an error with unknown outcome, the same input reuses the key. */
  ended: (error?: unknown) => void;
}

function isOutcomeUnknown(error: unknown): boolean {
  return (
    error instanceof CallError &&
    (error.kind !== 'refused' || error.refusal === 'request-in-progress')
  );
}

/** The attempts of one form: the key is created before sending. */
export function makeAttempts(makeKey: () => string = makeIdempotencyKey): Attempts {
  let open: { content: string; key: string } | undefined;
  return {
    keyFor: (input) => {
      // A form without input still needs a string here: JSON.stringify(undefined) is undefined.
      const content = JSON.stringify(input ?? null);
      if (open?.content !== content) open = { content, key: makeKey() };
      return open.key;
    },
    ended: (error) => {
      if (!isOutcomeUnknown(error)) open = undefined;
    },
  };
}

/** 128 random bits as text; works on plain HTTP, where `crypto.randomUUID` does not exist. */
function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
