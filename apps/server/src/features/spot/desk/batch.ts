/** Batches of desks in one transaction: read, match, write, post, commit (design §4). */
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
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { BatchInputs, BatchMarket } from './batch-inputs.ts';
import { BatchPlan } from './batch-plan.ts';
import type { BatchResult, Outcome } from './batch-result.ts';

import type { HouseQuote } from './house-quotes.ts';
import type { IdBlocks } from './id-blocks.ts';
import type { MemberCommand, Order } from '../order.ts';
import { orderEvents } from '../order-events.ts';
import { orderRow } from '../order-row.ts';
import type { Steps } from './steps.ts';
import { writeChangedOrders, writeNewOrders, writeTrades } from '../store.ts';
import { takenNames } from '../store-lists.ts';
import { stampBatches } from '../store-desk.ts';

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
    isUniqueViolation(error, 'idempotency_keys_pkey') ||
    isUniqueViolation(error, 'spot_orders_client_order_id')
  );
}

/** A batch with what its desk brings along. */
export interface BatchJob {
  batch: Batch;
  deps: BatchMarket;
}

/**
 * Carries batches of different desks out in one transaction, each on a book that has begun; the caller commits
 * or rolls the books back. All stand or fall together; the results come in the order of the jobs.
 * Fails with: a database error; `isWorthRepeating` tells whether to try again. `Fenced`.
 */
export function runBatches(database: Database, jobs: readonly BatchJob[]): Promise<BatchResult[]> {
  const commands = jobs.flatMap(({ batch }) => batch.commands);
  return database.transaction(async (tx) => {
    const [isOurs, available, frozen, finished] = await Promise.all([
      stampBatches(
        tx,
        jobs.map(({ batch }) => batch),
      ),
      readAvailable(tx, jobs),
      frozenAmong(tx, [...new Set(commands.map((command) => command.memberId))]),
      readFinished(tx, commands),
      ...jobs.map(({ batch }) => reserveIds(tx, batch)),
    ]);
    if (!isOurs) throw new Fenced();
    const known = new Set(finished.keys());
    // What one batch spends, the next one no longer sees: all plans share these maps.
    const plans = jobs.map((job) => carriedOut(job, { available, frozen, finished }));
    await write(tx, plans, newAnswers(plans, known));
    return plans.map(({ job, plan, outcomes, houseIds }) => {
      const inserted = [...plan.inserted.values()];
      const changed = [...plan.changed.values()];
      job.batch.result = { outcomes, inserted, changed, trades: plan.trades, houseIds };
      return job.batch.result;
    });
  });
}

async function reserveIds(tx: Tx, { orderIds, tradeIds, commands, book, quotes }: Batch) {
  await Promise.all([
    orderIds.reserve(tx, commands.length),
    // A fill either ends a resting order or ends an incoming one.
    tradeIds.reserve(tx, book.size + commands.length + quotes.length),
  ]);
}

interface CarriedOut {
  job: BatchJob;
  plan: BatchPlan;
  outcomes: Outcome[];
  houseIds: number[];
}

function carriedOut(
  job: BatchJob,
  read: Pick<BatchInputs, 'available' | 'frozen'> & { finished: Finished },
): CarriedOut {
  const { batch, deps } = job;
  const plan = newPlan(batch, deps, {
    ...read,
    nextOrderId: () => batch.orderIds.take(),
    nextTradeId: () => batch.tradeIds.take(),
  });
  const houseIds = requote(plan, batch);
  const turn = { plan, deps, finished: read.finished };
  return { job, plan, houseIds, outcomes: batch.commands.map((each) => outcomeOf(each, turn)) };
}

/**
 * New quotes that trade with nobody change only memory; undefined when they would trade, or when
 * members have commands.
 */
export function quoteOnly(batch: Batch, deps: BatchMarket): BatchResult | undefined {
  if (batch.commands.length > 0) return undefined;
  let trades = 0;
  const plan = newPlan(batch, deps, {
    available: new Map(),
    frozen: new Set(),
    nextOrderId: () => 0,
    nextTradeId: () => ++trades,
  });
  const houseIds = requote(plan, batch);
  if (trades === 0) {
    return { outcomes: [], inserted: [], changed: [], trades: [], houseIds };
  }
  batch.book.rollback();
  batch.book.begin();
  return undefined;
}

type Reads = Pick<BatchInputs, 'available' | 'frozen' | 'nextOrderId' | 'nextTradeId'>;

function newPlan(batch: Batch, deps: BatchMarket, reads: Reads): BatchPlan {
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

async function readAvailable(tx: Tx, jobs: readonly BatchJob[]) {
  const keys = new Map<string, { owner: number; asset: string }>();
  for (const { batch, deps } of jobs) {
    for (const command of batch.commands) {
      if (command.kind !== 'place') continue;
      const asset = command.side === 'buy' ? deps.instrument.quote : deps.instrument.base;
      keys.set(`${command.memberId} ${asset}`, { owner: command.memberId, asset });
    }
  }
  const balances = await balancesAt(tx, [...keys.values()]);
  return new Map(balances.map((each) => [`${each.ownerId} ${each.asset}`, each.available]));
}

type Finished = Map<string, { requestHash: string; answer: unknown }>;

const keyText = (key: RequestKey) => `${key.memberId} ${key.key}`;

async function readFinished(tx: Tx, commands: readonly MemberCommand[]): Promise<Finished> {
  const keys = commands.flatMap((command) => command.key ?? []);
  const [rows, taken] = await Promise.all([
    keys.length === 0 ? [] : finishedRequests(tx, keys),
    readTakenNames(tx, commands),
  ]);
  return new Map<string, { requestHash: string; answer: unknown }>([
    ...taken,
    ...rows.map((row) => [keyText(row), row] as const),
  ]);
}

/** Names of earlier orders, also of those whose answers are no longer kept: nothing is the same as them. */
async function readTakenNames(tx: Tx, commands: readonly MemberCommand[]) {
  const named = commands.flatMap((command) =>
    command.kind === 'place' && command.key !== undefined && command.clientOrderId !== undefined
      ? [{ memberId: command.memberId, name: command.clientOrderId, key: command.key }]
      : [],
  );
  const taken = named.length === 0 ? new Set() : await takenNames(tx, named);
  return named
    .filter(({ memberId, name }) => taken.has(`${memberId} ${name}`))
    .map(({ key }) => [keyText(key), { requestHash: '', answer: undefined }] as const);
}

interface Turn {
  plan: BatchPlan;
  deps: BatchMarket;
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

/** Pipelined; the balances come last, so that their rows stay locked only for the commit. */
async function write(tx: Tx, carried: readonly CarriedOut[], answers: readonly Answer[]) {
  const inserted = carried.flatMap(({ plan }) => [...plan.inserted.values()]);
  const changed = carried.flatMap(({ plan }) => [...plan.changed.values()]);
  const at = Math.max(...carried.map(({ job }) => job.batch.now));
  const facts = [
    writeNewOrders(tx, inserted),
    writeChangedOrders(tx, changed),
    writeTrades(
      tx,
      carried.flatMap(({ plan }) => plan.trades),
    ),
    keepAnswers(tx, answers, at),
  ];
  const entries = carried.flatMap(({ plan }) => plan.entries);
  const [balances] = await Promise.all([postEntries(tx, entries, at), ...facts]);
  const events = [
    ...carried.flatMap(({ plan, job }) => orderEvents(plan, job.deps.instrument)),
    ...balanceEvents(balances),
  ];
  await recordMemberEvents(tx, events, at);
}

type Answer = RequestKey & { answer: unknown };

function newAnswers(carried: readonly CarriedOut[], known: ReadonlySet<string>): Answer[] {
  const answers = new Map<string, Answer>();
  for (const { job, outcomes } of carried) {
    job.batch.commands.forEach(({ key }, position) => {
      const answer = outcomes[position];
      if (key === undefined || answer instanceof Refusal || known.has(keyText(key))) return;
      answers.set(keyText(key), { ...key, answer });
    });
  }
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
