/** One key per attempt to move money: kept while the outcome is unknown, new once it is known. */
import { CallError } from '../platform/http/call-error.ts';
import { makeIdempotencyKey } from '../platform/http/idempotency-key.ts';

/** The earlier request with this key is still being worked on. */
const IN_PROGRESS = 5003;

export interface Attempts {
  /** The key to send `input` with. */
  keyFor: (input: unknown) => string;
  /** Say how it went: an error whose outcome is unknown keeps the key for the same input. */
  ended: (error?: unknown) => void;
}

function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof CallError && (error.kind !== 'refused' || error.code === IN_PROGRESS);
}

/** The attempts of one form. Source: rules §13 (the key is made before sending). */
export function makeAttempts(makeKey: () => string = makeIdempotencyKey): Attempts {
  let open: { content: string; key: string } | undefined;
  return {
    keyFor: (input) => {
      // A form without input of its own has one content too: null, never undefined.
      const content = JSON.stringify(input ?? null);
      if (open?.content !== content) open = { content, key: makeKey() };
      return open.key;
    },
    ended: (error) => {
      if (!isOutcomeUnknown(error)) open = undefined;
    },
  };
}
