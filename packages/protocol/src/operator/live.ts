/**
 * Messages of the operators' socket `/api/operator/live` (JSON text): it only says that the queue has
 * changed, and the console asks again. The client sends `OperatorHello` first.
 */

export interface OperatorHello {
  token: string;
}

/** The client may also send `{"ping": n}` and is answered `{kind: 'pong'}`. */
export type OperatorMessage =
  | { kind: 'welcome' }
  | { kind: 'refused'; code: number }
  | { kind: 'reviews' }
  | { kind: 'pong' };
