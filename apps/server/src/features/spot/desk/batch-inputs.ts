/** What the plan of a batch is made from. */
import type { OrderBook } from '@tern/matching';
import type { Price } from '@tern/money';
import type { Instrument } from '../../../kernel/instruments.ts';
import type { ReferenceTick } from '../../../kernel/reference-prices.ts';
import type { Order } from '../order.ts';
import type { BalancesAhead } from './balances-ahead.ts';
import type { Steps } from './steps.ts';

/** What a batch may read. Of it only the book and the balances ahead change, and both can be taken back. */
export interface BatchInputs {
  instrument: Instrument;
  steps: Steps;
  book: OrderBook;
  /** An order that rests in the book, as the batches under way leave it. */
  openOrder(id: number): Order | undefined;
  balances: Pick<BalancesAhead, 'available' | 'change'>;
  /** Balances were read while nothing was under way: what is missing then is really missing. */
  isFresh: boolean;
  /** Known to be frozen; the database refuses those who are not known. */
  frozen: ReadonlySet<number>;
  /** The reference tick, if it is young enough to trade on. */
  tick: ReferenceTick | undefined;
  lastPrice: Price | undefined;
  now: number;
  nextOrderId(): number;
  nextTradeId(): number;
}

/** The market a batch belongs to: all of its desk that a batch needs to know. */
export type BatchMarket = Pick<BatchInputs, 'instrument'>;
