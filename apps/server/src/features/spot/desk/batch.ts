/** A batch of one desk, worked out on its book and on the balances ahead; nothing is written here (design §4). */
import type { OrderBook } from '@tern/matching';
import { type Price, ZERO } from '@tern/money';
import type { RequestKey } from '../../../kernel/idempotency.ts';
import { isOverdrawn } from '../../../kernel/post-entries.ts';
import type { ReferenceTick } from '../../../kernel/reference-prices.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import {
  isCheckViolation,
  isSerializationOrDeadlock,
  isUniqueViolation,
} from '../../../platform/database/database-errors.ts';
import type { MemberCommand, Order } from '../order.ts';
import { type OrderRow, orderRow } from '../order-row.ts';
import type { BalancesAhead } from './balances-ahead.ts';
import type { BatchInputs, BatchMarket } from './batch-inputs.ts';
import { BatchPlan } from './batch-plan.ts';
import type { BatchResult, Outcome } from './batch-result.ts';
import type { HouseQuote } from './house-quotes.ts';
import type { IdBlocks } from './id-blocks.ts';
import type { FinishedRequest, RecentAnswers } from './recent-answers.ts';
import type { Steps } from './steps.ts';

export interface Batch {
  /** Written in the same transaction, so that a lost answer to COMMIT can be looked up. */
  name: string;
  /** The name of the desk's batch before: unless that one stands, this one cannot. */
  before: string;
  desk: { instrumentId: number; epoch: number };
  book: OrderBook;
  steps: Steps;
  openOrder(id: number): Order | undefined;
  commands: readonly MemberCommand[];
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

/** Another desk took over: this one must not write again. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** True when the same batch may succeed on fresh balances, keys, locks, or once a member is known to be frozen. */
export function isWorthRepeating(error: unknown): boolean {
  return (
    isOverdrawn(error) ||
    isSerializationOrDeadlock(error) ||
    isUniqueViolation(error, 'idempotency_keys_pkey') ||
    isUniqueViolation(error, 'spot_orders_client_order_id') ||
    isCheckViolation(error, 'members_not_frozen')
  );
}

/** True when the batch before does not stand, or another desk took over. */
export function isOutOfLine(error: unknown): boolean {
  return isCheckViolation(error, 'spot_desks_in_line');
}

/** A batch with what its desk brings along. */
export interface BatchJob {
  batch: Batch;
  market: BatchMarket;
}

export type KeptAnswer = RequestKey & { answer: unknown };

/** A batch as it will stand once its transaction has committed. */
export interface Planned extends BatchResult {
  job: BatchJob;
  facts: BatchPlan['facts'];
  /** Keys that this batch finishes, with their answers. */
  answers: KeptAnswer[];
  /** How orders look on the wire that were answered as they now stand. */
  rows: ReadonlyMap<Order, OrderRow>;
  /** Keys were looked up before: a refusal is the answer, not a repetition of what once succeeded. */
  isFresh: boolean;
  /** An order that it inserts or changes, as it leaves it. */
  find(id: number): Order | undefined;
}

/** What batches of one round share: what one spends, the next one no longer sees. */
export interface SharedReads extends Pick<BatchInputs, 'isFresh' | 'frozen'> {
  balances: BalancesAhead;
  /** Finished keys as the database has them. */
  finished: ReadonlyMap<string, FinishedRequest>;
  answers: RecentAnswers;
}

export const keyText = (key: { memberId: number; key: string }) => `${key.memberId} ${key.key}`;

/** Works the batch out on a book that has begun. Fails with: `StaleBalances`. */
export function planBatch(job: BatchJob, reads: SharedReads): Planned {
  const { batch, market } = job;
  const plan = newPlan(job, reads);
  requote(plan, batch);
  const turn: Turn = { plan, market, reads, rows: new Map(), answers: [] };
  try {
    const outcomes = batch.commands.map((command) => outcomeOf(command, turn));
    const { facts, trades } = plan;
    const inserted = [...plan.inserted.values()];
    const changed = [...plan.changed.values()];
    const { answers, rows } = turn;
    const find = (id: number) => plan.inserted.get(id) ?? plan.changed.get(id);
    const { isFresh } = reads;
    return { job, outcomes, inserted, changed, trades, facts, answers, rows, isFresh, find };
  } catch (error) {
    for (const key of turn.answers) reads.answers.forget(key);
    throw error;
  }
}

/** Whether new quotes change only memory: they do when they trade with nobody. The book has begun. */
export function areQuotesQuiet(job: BatchJob): boolean {
  let trades = 0;
  const nobody = { available: () => ZERO, change: () => undefined };
  const nextTradeId = () => ++trades;
  const reads = { balances: nobody, isFresh: true, frozen: new Set<number>() };
  requote(newPlan(job, reads, nextTradeId), job.batch);
  return trades === 0;
}

function newPlan(
  { batch, market }: BatchJob,
  reads: Pick<BatchInputs, 'balances' | 'isFresh' | 'frozen'>,
  nextTradeId = () => batch.tradeIds.take(),
): BatchPlan {
  const { instrument } = market;
  const { book, steps, tick, lastPrice, now } = batch;
  return new BatchPlan({
    instrument,
    book,
    steps,
    tick,
    lastPrice,
    now,
    balances: reads.balances,
    isFresh: reads.isFresh,
    frozen: reads.frozen,
    openOrder: (id) => batch.openOrder(id),
    nextOrderId: () => batch.orderIds.take(),
    nextTradeId,
  });
}

function requote(plan: BatchPlan, batch: Batch): void {
  for (const id of batch.withdrawn) batch.book.cancel(id);
  batch.quotes.forEach(({ side, priceTicks, lots }, index) => {
    plan.quote(batch.firstHouseId - index, side, { priceTicks, lots });
  });
}

interface Turn {
  plan: BatchPlan;
  market: BatchMarket;
  reads: SharedReads;
  rows: Map<Order, OrderRow>;
  answers: KeptAnswer[];
}

/** Applies a command in its turn; a refusal concerns this command alone. */
function outcomeOf(command: MemberCommand, turn: Turn): Outcome {
  const { plan, market, reads, rows, answers } = turn;
  const { key } = command;
  const before = key && (reads.answers.get(key) ?? reads.finished.get(keyText(key)));
  if (before !== undefined) {
    const isSame = before.requestHash === key?.requestHash;
    return isSame ? (before.answer as Outcome) : new Refusal(5002);
  }
  try {
    const order = command.kind === 'place' ? plan.place(command) : plan.cancel(command);
    const row = orderRow(order, market.instrument);
    rows.set(order, row);
    const answer = { order: row };
    if (key !== undefined) {
      reads.answers.keep(key, { requestHash: key.requestHash, answer });
      answers.push({ ...key, answer });
    }
    return answer;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
