/** One batch in one transaction: read, match, write, post, commit (design §4). */
import type { OrderBook } from '@tern/matching';
import type { Price } from '@tern/money';
import { balancesAt, balanceRow } from '../../../kernel/balances.ts';
import { finishedRequests, keepAnswers, type RequestKey } from '../../../kernel/idempotency.ts';
import { type MemberEvent, recordMemberEvents } from '../../../kernel/member-events.ts';
import { frozenAmong } from '../../../kernel/members.ts';
import { type Balance, isOverdrawn, postEntries } from '../../../kernel/post-entries.ts';
import type { ReferenceTick } from '../../../kernel/reference-prices.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import {
  isSerializationOrDeadlock,
  isUniqueViolation,
} from '../../../platform/database/database-errors.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { BatchInputs } from './batch-inputs.ts';
import { BatchPlan } from './batch-plan.ts';
import type { BatchResult, Outcome } from './batch-result.ts';
import type { DeskDeps } from './desk-deps.ts';
import type { HouseQuote } from './house-quotes.ts';
import type { IdBlocks } from './id-blocks.ts';
import type { MemberCommand, Order } from '../order.ts';
import { orderRow } from '../order-row.ts';
import type { Steps } from './steps.ts';
import { writeChangedOrders, writeNewOrders, writeTrades } from '../store.ts';
import { stampBatch } from '../store-desk.ts';

export interface Batch {
  /** Written in the same transaction, so that a lost answer to COMMIT can be looked up. */
  name: string;
  desk: { instrumentId: number; epoch: number };
  book: OrderBook;
  steps: Steps;
  openOrders: ReadonlyMap<number, Order>;
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
  /** Set just before COMMIT. */
  result: BatchResult | undefined;
}

/** Another desk took over: this one must not write again. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** True when the same batch may succeed on fresh balances, keys or locks. */
export function isWorthRepeating(error: unknown): boolean {
  return (
    isOverdrawn(error) ||
    isSerializationOrDeadlock(error) ||
    isUniqueViolation(error, 'idempotency_keys_pkey')
  );
}

/**
 * Carries the batch out on a book that has begun; the caller commits or rolls the book back.
 * Fails with: a database error; `isWorthRepeating` tells whether to try again. `Fenced`.
 */
export async function runBatch(batch: Batch, deps: DeskDeps): Promise<BatchResult> {
  if (batch.commands.length === 0) {
    const quiet = quoteOnly(batch, deps);
    if (quiet !== undefined) return quiet;
  }
  return deps.database.transaction(async (tx) => {
    const [isOurs, available, frozen, finished] = await Promise.all([
      stampBatch(tx, batch.desk, batch.name),
      readAvailable(tx, batch, deps),
      frozenAmong(tx, memberIds(batch)),
      readFinished(tx, batch),
      batch.orderIds.reserve(tx, batch.commands.length),
      // A fill either ends a resting order or ends an incoming one.
      batch.tradeIds.reserve(tx, batch.book.size + batch.commands.length + batch.quotes.length),
    ]);
    if (!isOurs) throw new Fenced();
    const plan = newPlan(batch, deps, {
      available,
      frozen,
      nextOrderId: () => batch.orderIds.take(),
      nextTradeId: () => batch.tradeIds.take(),
    });
    const houseIds = requote(plan, batch);
    const known = new Set(finished.keys());
    const outcomes = batch.commands.map((command) => outcomeOf(command, { plan, deps, finished }));
    const answers = newAnswers(batch, outcomes, known);
    const result = { outcomes, houseIds, ...(await write(tx, { batch, plan, deps, answers })) };
    batch.result = result;
    return result;
  });
}

/** New quotes that trade with nobody change only memory; undefined when they would trade. */
function quoteOnly(batch: Batch, deps: DeskDeps): BatchResult | undefined {
  let trades = 0;
  const plan = newPlan(batch, deps, {
    available: new Map(),
    frozen: new Set(),
    nextOrderId: () => 0,
    nextTradeId: () => ++trades,
  });
  const houseIds = requote(plan, batch);
  if (trades === 0) {
    return { outcomes: [], inserted: [], changed: [], trades: [], houseIds, balances: [] };
  }
  batch.book.rollback();
  batch.book.begin();
  return undefined;
}

type Reads = Pick<BatchInputs, 'available' | 'frozen' | 'nextOrderId' | 'nextTradeId'>;

function newPlan(batch: Batch, deps: DeskDeps, reads: Reads): BatchPlan {
  const { instrument, scales } = deps;
  return new BatchPlan({ ...batch, instrument, scales, ...reads });
}

function requote(plan: BatchPlan, batch: Batch): number[] {
  for (const id of batch.withdrawn) batch.book.cancel(id);
  batch.quotes.forEach(({ side, priceTicks, lots }, index) => {
    plan.quote(batch.firstHouseId - index, side, { priceTicks, lots });
  });
  return batch.quotes.map((_quote, index) => batch.firstHouseId - index);
}

function memberIds(batch: Batch): number[] {
  return [...new Set(batch.commands.map((command) => command.memberId))];
}

async function readAvailable(tx: Tx, batch: Batch, { instrument }: DeskDeps) {
  const keys = batch.commands.flatMap((command) =>
    command.kind === 'place'
      ? [
          {
            owner: command.memberId,
            asset: command.side === 'buy' ? instrument.quote : instrument.base,
          },
        ]
      : [],
  );
  const balances = await balancesAt(tx, keys);
  return new Map(balances.map((each) => [`${each.ownerId} ${each.asset}`, each.available]));
}

type Finished = Map<string, { requestHash: string; answer: unknown }>;

const keyText = (key: RequestKey) => `${key.memberId} ${key.key}`;

async function readFinished(tx: Tx, batch: Batch): Promise<Finished> {
  const keys = batch.commands.flatMap((command) => command.key ?? []);
  const rows = keys.length === 0 ? [] : await finishedRequests(tx, keys);
  return new Map(rows.map((row) => [keyText(row), row]));
}

interface Turn {
  plan: BatchPlan;
  deps: DeskDeps;
  finished: Finished;
}

/** Applies a command in its turn; a refusal concerns this command alone. */
function outcomeOf(command: MemberCommand, { plan, deps, finished }: Turn): Outcome {
  const { key } = command;
  const before = key && finished.get(keyText(key));
  if (before !== undefined) {
    const isSame = before.requestHash === key?.requestHash;
    return isSame ? (before.answer as Outcome) : new Refusal(5002);
  }
  try {
    const order = command.kind === 'place' ? plan.place(command) : plan.cancel(command);
    const answer = { order: orderRow(order, deps.instrument) };
    if (key !== undefined) finished.set(keyText(key), { requestHash: key.requestHash, answer });
    return answer;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

interface Writes {
  batch: Batch;
  plan: BatchPlan;
  deps: DeskDeps;
  answers: readonly (RequestKey & { answer: unknown })[];
}

/** Pipelined; the balances come last, so that their rows stay locked only for the commit. */
async function write(tx: Tx, { batch, plan, deps, answers }: Writes) {
  const inserted = [...plan.inserted.values()];
  const changed = [...plan.changed.values()];
  const facts = [
    writeNewOrders(tx, inserted),
    writeChangedOrders(tx, changed),
    writeTrades(tx, plan.trades),
    keepAnswers(tx, answers, batch.now),
  ];
  const [balances] = await Promise.all([postEntries(tx, plan.entries, batch.now), ...facts]);
  const orderEvents = [...inserted, ...changed].map((order): MemberEvent => {
    return {
      memberId: order.memberId,
      topic: 'spot.order',
      data: orderRow(order, deps.instrument),
    };
  });
  await recordMemberEvents(tx, [...orderEvents, ...balanceEvents(balances)], batch.now);
  return { inserted, changed, trades: plan.trades, balances };
}

function newAnswers(batch: Batch, outcomes: readonly Outcome[], known: ReadonlySet<string>) {
  const answers = new Map<string, RequestKey & { answer: unknown }>();
  batch.commands.forEach((command, position) => {
    const answer = outcomes[position];
    if (command.key === undefined || answer instanceof Refusal || known.has(keyText(command.key)))
      return;
    answers.set(keyText(command.key), { ...command.key, answer });
  });
  return [...answers.values()];
}

function balanceEvents(balances: readonly Balance[]): MemberEvent[] {
  const byMember = new Map<number, ReturnType<typeof balanceRow>[]>();
  for (const balance of balances) {
    if (balance.ownerId < 0) continue;
    const rows = byMember.get(balance.ownerId) ?? [];
    byMember.set(balance.ownerId, [...rows, balanceRow(balance)]);
  }
  return [...byMember].map(([memberId, data]) => ({ memberId, topic: 'assets.balance', data }));
}
