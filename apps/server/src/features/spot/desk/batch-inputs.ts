/** What the plan of a batch is made from. */
import type { OrderBook } from '@tern/matching';
import type { Amount, Price } from '@tern/money';
import type { Instrument } from '../../../kernel/instruments.ts';
import type { ReferenceTick } from '../../../kernel/reference-prices.ts';
import type { Order } from '../order.ts';
import type { Steps } from './steps.ts';

/** What a batch may read; nothing here changes until the batch has committed. */
export interface BatchInputs {
  instrument: Instrument;
  steps: Steps;
  scales: { base: number; quote: number };
  book: OrderBook;
  openOrders: ReadonlyMap<number, Order>;
  /** Spendable amounts by `memberId asset`, as read in this transaction. */
  available: Map<string, Amount>;
  frozen: ReadonlySet<number>;
  /** The reference tick, if it is young enough to trade on. */
  tick: ReferenceTick | undefined;
  lastPrice: Price | undefined;
  now: number;
  nextOrderId(): number;
  nextTradeId(): number;
}

/** The market a batch belongs to: all of its desk that a batch needs to know. */
export type BatchMarket = Pick<BatchInputs, 'instrument' | 'scales'>;
