/** Why a call failed, in the four ways that read differently to a member. */

/**
 * `refused`: the server answered with a non-zero code. `status`: it answered, but not with HTTP 200.
 * `timeout`, `network`: no answer came, so what was sent may or may not have taken effect.
 */
export type CallErrorKind = 'refused' | 'network' | 'timeout' | 'status';

export interface CallErrorFacts {
  kind: CallErrorKind;
  /** The refusal's code; 0 when there was none. */
  code?: number;
  /** The server's message, in the request's language. */
  msg?: string;
  data?: unknown;
  /** True when the browser knew it had no connection: then nothing left it. */
  isOffline?: boolean;
}

export class CallError extends Error {
  readonly kind: CallErrorKind;
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  readonly isOffline: boolean;

  constructor(name: string, facts: CallErrorFacts) {
    super(`${name}: ${facts.kind} ${facts.code ?? ''} ${facts.msg ?? ''}`.trim());
    this.name = 'CallError';
    this.kind = facts.kind;
    this.code = facts.code ?? 0;
    this.msg = facts.msg ?? '';
    this.data = facts.data;
    this.isOffline = facts.isOffline ?? false;
  }
}
