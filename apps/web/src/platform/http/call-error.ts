/** Why a call failed, in the four ways that have different messages. */
import { type RefusalName, refusals } from '@tern/protocol/refusals';

const names = new Map<number, string>(Object.entries(refusals).map(([name, code]) => [code, name]));

/**
 * `refused`: the server answered with a non-zero code. `status`: it answered, but not with HTTP 200. `timeout`, `network`:
 * no answer arrived, so the request may or may not have taken effect.
 */
export type CallErrorKind = 'refused' | 'network' | 'timeout' | 'status';

export interface CallErrorFacts {
  kind: CallErrorKind;
  /** The refusal's code; 0 if there was none. */
  code?: number;
  /** The server's message, in the request's language. */
  msg?: string;
  data?: unknown;
  /** True if the browser knew that it was offline: then nothing was sent. */
  isOffline?: boolean;
}

export class CallError extends Error {
  readonly kind: CallErrorKind;
  readonly code: number;
  readonly msg: string;
  /** The name of `code`; undefined if it is not the answer of a use case. */
  readonly refusal: RefusalName | undefined;
  readonly data: unknown;
  readonly isOffline: boolean;

  constructor(name: string, facts: CallErrorFacts) {
    super(`${name}: ${facts.kind} ${facts.code ?? ''} ${facts.msg ?? ''}`.trim());
    this.name = 'CallError';
    this.kind = facts.kind;
    this.code = facts.code ?? 0;
    this.msg = facts.msg ?? '';
    this.refusal = names.get(this.code) as RefusalName | undefined;
    this.data = facts.data;
    this.isOffline = facts.isOffline ?? false;
  }
}
