/** What a batch came to: the answer to each command, and the facts that were committed. */
import type { Refusal } from '../../../kernel/refusal.ts';
import type { Order, Trade } from '../order.ts';
import type { OrderRow } from '../order-row.ts';

export type Outcome = { order: OrderRow } | Refusal;

export interface BatchResult {
  outcomes: Outcome[];
  inserted: Order[];
  changed: Order[];
  trades: Trade[];
}
