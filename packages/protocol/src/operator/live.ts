/**
 * Messages of the operators' socket `/api/operator/live` (JSON text). It only reports that the queue has
 * changed; the console then refetches. The client sends `OperatorHello` first.
 */

export interface OperatorHello {
  token: string;
}

/** The client may also send `{"ping": n}`; the server replies `{kind: 'pong'}`. */
export type OperatorMessage =
  | { kind: 'welcome' }
  | { kind: 'refused'; code: number }
  | { kind: 'reviews' }
  | { kind: 'pong' };
