/** One engine's batch: what goes in, and what it comes to once matched in memory. Nothing is written here (design §4). */
import type { OrderBook } from '@tern/matching';
import type { Price } from '@tern/money';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import type { Fact } from '../../../kernel/ledger/journal-lines.ts';
import { isOverdrawn } from '../../../kernel/ledger/post-entries.ts';
import type { ReferenceTick } from '../../../kernel/prices/reference-prices.ts';
import type { Refusal } from '../../../kernel/requests/refusal.ts';
import {
  isCheckViolation,
  isSerializationOrDeadlock,
  isUniqueViolation,
} from '../../../platform/database/database-errors.ts';
import type { MemberCommand, Order, Trade } from '../order.ts';
import type { OrderRow } from '../order-rows.ts';
import type { FinishedRequest, RecentAnswers } from './answers.ts';
import type { HouseQuote } from './house-quotes.ts';
import type { IdBlocks } from './ids.ts';
import type { ProjectedBalances } from './projected-balances.ts';
import type { Units } from './units.ts';

/** What goes in. Of it only the book changes, and a rollback undoes that. */
export interface Batch {
  /** Written in the same transaction: when the answer to COMMIT is lost, it tells whether the batch committed. */
  name: string;
  /** The engine's batch before. Unless that one has committed, this one cannot. */
  before: string;
  /** The lease under which the engine writes. */
  engine: { instrumentId: number; epoch: number };
  instrument: Instrument;
  units: Units;
  book: OrderBook;
  /** An order that rests in the book, as the batches in flight leave it. */
  openOrder(id: number): Order | undefined;
  commands: readonly MemberCommand[];
  /** The reference tick, if it is young enough to trade on. */
  tick: ReferenceTick | undefined;
  lastPrice: Price | undefined;
  now: number;
  /** Ids of the house's quotes that leave the book first. */
  withdrawn: readonly number[];
  quotes: readonly HouseQuote[];
  /** House quotes have ids below zero, counting down. */
  firstHouseId: number;
  orderIds: IdBlocks;
  tradeIds: IdBlocks;
}

/** What all engines of this process know of the database between batches: what one batch spends, the next one no longer sees. */
export interface EngineState {
  balances: ProjectedBalances;
  answers: RecentAnswers;
  /** Keys that the database has answered already. */
  finished: ReadonlyMap<string, FinishedRequest>;
  /** Read while no batch was in flight: who cannot pay now really cannot. */
  isFresh: boolean;
  /** Known to be frozen; the database refuses those who are not known. */
  frozen: ReadonlySet<number>;
}

export type Outcome = { order: OrderRow } | Refusal;
export type KeptAnswer = RequestKey & { answer: unknown };

/** What a batch comes to, if its transaction commits. */
export interface PlannedBatch {
  batch: Batch;
  /** By position of the command. */
  outcomes: Outcome[];
  inserted: Order[];
  changed: Order[];
  trades: Trade[];
  facts: Fact[];
  /** Keys that this batch finishes, with their answers. */
  answers: KeptAnswer[];
  /** Rows of orders that were encoded for an answer. */
  rows: ReadonlyMap<Order, OrderRow>;
  /** Keys were looked up in the database: a refusal is the first answer to its key. */
  isFresh: boolean;
  /** An order that it inserts or changes, as it leaves it. */
  find(id: number): Order | undefined;
}

/** Another engine holds the lease of this instrument: this one must not write again. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** Whether the same batch may succeed on fresh balances, keys, locks, or once a member is known to be frozen. */
export function isWorthRepeating(error: unknown): boolean {
  return (
    isOverdrawn(error) ||
    isSerializationOrDeadlock(error) ||
    isUniqueViolation(error, 'idempotency_keys_pkey') ||
    isUniqueViolation(error, 'spot_orders_client_order_id') ||
    isCheckViolation(error, 'members_not_frozen')
  );
}

/** Whether the batch before did not commit, or another engine holds the lease. */
export function isOutOfLine(error: unknown): boolean {
  return isCheckViolation(error, 'spot_desks_in_line');
}
