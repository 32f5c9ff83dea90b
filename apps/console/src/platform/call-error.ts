/** Why a call failed. */

/**
 * `refused`: the server answered with a non-zero code. `failed`: no answer came, or not one of ours,
 * so what was sent may or may not have taken effect.
 */
export type CallErrorKind = 'refused' | 'failed';

export class CallError extends Error {
  readonly kind: CallErrorKind;
  /** The refusal's code; 0 when there was none. */
  readonly code: number;
  /** The server's sentence. */
  readonly msg: string;

  constructor(kind: CallErrorKind, { code = 0, msg = '' } = {}) {
    super(`${kind} ${code} ${msg}`.trim());
    this.name = 'CallError';
    this.kind = kind;
    this.code = code;
    this.msg = msg;
  }
}
