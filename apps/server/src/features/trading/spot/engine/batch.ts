/** One engine's batch: its input, and its result once matched in memory. Nothing is written here. */
import type { OrderBook, TriggerBook } from '@tern/matching';
import type { Price } from '@tern/money';
import type { RequestKey } from '../../../../kernel/requests/idempotency.ts';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import type { Fact } from '../../../../kernel/ledger/journal-lines.ts';
import type { ReferenceTick } from '../../../../kernel/prices/reference-prices.ts';
import type { Barred } from '../../../../kernel/members/members.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type {
  ConditionalOrder,
  NumberedPrice,
  TriggerPause,
  WatchedTick,
} from '../conditional/conditional-order.ts';
import type { ConditionalChanges } from '../conditional/conditional-rows.ts';
import type { Amendment, Order, OrderFees, Trade } from '../order.ts';
import type { OrderRow } from '../order-rows.ts';
import type { Units } from '../rules.ts';
import type { FinishedRequest, RecentAnswers } from './answers.ts';
import type { RecordedBatch, RecordPlace } from './command-record.ts';
import type { ExchangeQuote } from './exchange-quotes.ts';
import type { IdBlocks } from './ids.ts';
import type { ProjectedBalances } from './projected-balances.ts';
import type { AnswerTo, MemberCommand } from '../commands.ts';

/** The input. Matching changes only the book, and a rollback undoes that. */
export interface Batch {
  /** Written in the same transaction: when the answer to COMMIT is lost, it shows whether the batch committed. */
  name: string;
  /** The engine's previous batch. Unless that one has committed, this one cannot. */
  before: string;
  /** The engine's lease. */
  engine: { instrumentId: number; epoch: number };
  instrument: Instrument;
  units: Units;
  book: OrderBook;
  /** A resting order after the batches in flight. */
  openOrder(id: number): Order | undefined;
  /** What a new order of the member pays. */
  feesOf(memberId: number): OrderFees;
  commands: readonly MemberCommand[];
  /** The reference tick, unless it is too old to trade on. */
  tick: ReferenceTick | undefined;
  lastPrice: Price | undefined;
  now: number;
  /** Ids of the exchange quotes to withdraw first. */
  withdrawn: readonly number[];
  quotes: readonly ExchangeQuote[];
  /** Exchange quotes have ids below zero, counting down. */
  firstQuoteId: number;
  /** In paper mode the exchange quotes. */
  mode: 'paper' | 'live';
  recordPlace: RecordPlace;
  /** 32 hexadecimal digits, not known outside. */
  recordSecret: string;
  orderIds: IdBlocks;
  tradeIds: IdBlocks;
  /** Conditions that wait, by what they watch. */
  triggers: Readonly<Record<ConditionalOrder['watches'], TriggerBook>>;
  /** A waiting conditional order after the batches in flight. */
  waitingConditional(id: number): ConditionalOrder | undefined;
  /** The stop that is the other end of a limit order, after the batches in flight; undefined for most orders. */
  stopOf(orderId: number): number | undefined;
  /** Take profit and stop loss of an order, after the batches in flight; none of most orders. */
  attachedTo(orderId: number): readonly number[];
  /** How many the member has waiting in this market, after the batches in flight. */
  waitingOf(memberId: number): number;
  /** Reference prices to compare, oldest first, and the one that was compared before. */
  ticks: readonly WatchedTick[];
  formerTick: NumberedPrice | undefined;
  /** The number of the newest reference price that was compared, also in this batch. */
  comparedTick: number | undefined;
  /** The number of the newest reference price that is known. */
  newestTick: number | undefined;
  /** How far prices were compared is to be stored, even if nothing else is. */
  isMarkDue: boolean;
  lastTrade: NumberedPrice | undefined;
}

/** The engines' shared view of the database: amounts spent by one batch are gone for the next. */
export interface EngineState {
  balances: ProjectedBalances;
  answers: RecentAnswers;
  /** Keys already answered in the database. */
  finished: ReadonlyMap<string, FinishedRequest>;
  /** Read while no batch was in flight: a balance that is too low now really is. */
  isFresh: boolean;
  /** Members known not to be allowed to trade, and why; the database refuses the others. */
  barred: ReadonlyMap<number, Barred>;
  /** Members whose balances were read while no batch was in flight. */
  loaded: ReadonlySet<number>;
  /** Signs the numbers of the orders of a transaction. Absent: answers carry none. */
  confirm?: ConfirmOrders | undefined;
}

export type Outcome = AnswerTo<MemberCommand> | Refusal;
export type StoredAnswer = RequestKey & { answer: unknown };

/** The result of a batch, if its transaction commits. */
export interface PlannedBatch {
  batch: Batch;
  /** By the command's position. */
  outcomes: Outcome[];
  inserted: Order[];
  changed: Order[];
  trades: Trade[];
  amendments: readonly Amendment[];
  facts: Fact[];
  /** Undefined when nothing in it has a number. */
  recorded: RecordedBatch | undefined;
  conditionals: ConditionalChanges & { readonly pauses: readonly TriggerPause[] };
  /** Keys finished by this batch, with their answers. */
  answers: StoredAnswer[];
  /** Order rows already encoded for an answer. */
  rows: ReadonlyMap<Order, OrderRow>;
  /** The keys were looked up in the database, so a refusal is the first answer to its key. */
  isFresh: boolean;
  /** An order that the batch inserts or changes, after the batch. */
  find(id: number): Order | undefined;
}

/** By the id of the order. */
export type Confirmations = ReadonlyMap<number, string>;

/**
 * Of the orders of a transaction that is being written: asked for when it has committed, and not before. Never fails; what could not be
 * signed is empty. May have orders of other transactions, which are given to nobody but their own callers.
 */
export type ConfirmOrders = (planned: readonly PlannedBatch[]) => () => Promise<Confirmations>;

/** Another engine has the lease of this instrument: this one must not write again. */
export class Fenced extends Error {
  override readonly name: string = 'Fenced';
}

/** The same, and whether its batches in flight have committed is unknown: their callers must look before they try again. */
export class Undecided extends Fenced {
  override readonly name = 'Undecided';
}

/** @throws account-frozen, operator-account */
export function refuseBarred(barred: EngineState['barred'], memberId: number): void {
  const why = barred.get(memberId);
  if (why !== undefined) throw new Refusal(why);
}
