/** Why a call failed. */

/**
 * `refused`: the server returned a non-zero code. `failed`: there was no valid response, so the call
 * may or may not have taken effect.
 */
export type CallErrorKind = 'refused' | 'failed';

export class CallError extends Error {
  readonly kind: CallErrorKind;
  /** The refusal's code; 0 if there is none. */
  readonly code: number;
  /** The server's message. */
  readonly msg: string;

  constructor(kind: CallErrorKind, { code = 0, msg = '' } = {}) {
    super(`${kind} ${code} ${msg}`.trim());
    this.name = 'CallError';
    this.kind = kind;
    this.code = code;
    this.msg = msg;
  }
}
