/** One try of a due time: places what can be bought now, through the order book, and records what became of it. */
import { type Amount, decimal, formatDecimal, type Price, quantize, sum } from '@tern/money';
import type { RefusalName } from '@tern/protocol';
import { instrumentState, type Instrument } from '../../../kernel/catalog/instruments.ts';
import { isOpen } from '../../../kernel/catalog/trading-hours.ts';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { availableTo } from '../../../kernel/ledger/balances.ts';
import type { MarketTape } from '../../../kernel/prices/market-tape.ts';
import { isFresh, type ReferencePrices } from '../../../kernel/prices/reference-prices.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { ApiOrder, OrderApi } from '../spot/index.ts';
import { concludeBuy, type EndDeps, isEnded, orderNameOf, skipCoin } from './end-buy.ts';
import { isOffReference, MADE_UP_FOR_MS, QUOTE, type Skip, WAITS_FOR_MS } from './rules.ts';
import { lockPlan, updatePlan } from './store.ts';
import { type Buy, type Coin, coinsOfBuys, lockOpenBuy, writeCoin } from './store-buys.ts';

export interface TryDeps extends EndDeps {
  database: Database;
  clock: Clock;
  log: Log;
  bus: Bus;
  prices: Pick<ReferencePrices, 'latest'>;
  tape: Pick<MarketTape, 'depth'>;
  orders: Pick<OrderApi, 'place' | 'find' | 'findByClientOrderId'>;
}

/**
 * What became of a coin in this try; `wait`: nothing yet. `isRefused`: its order cannot be placed any more. `short`: the engine found
 * too little available.
 */
type Result = { order: ApiOrder } | { skip: Skip; isRefused?: true } | 'wait' | 'go' | 'short';
type Results = Map<Coin, Result>;
type Shortage = { needed: Amount; available: Amount };

/** Refusals of the engine that end a coin. After every other one it is tried again. */
const SKIPPED_BY: readonly (readonly [RefusalName, Skip])[] = [
  ['account-frozen', 'account'],
  // A member whose trading is stopped learns no more than that nothing was bought: it would be tried for a day.
  ['not-available', 'closed'],
  ['market-closed', 'closed'],
  ['below-minimum', 'size'],
  ['above-maximum', 'size'],
  ['out-of-bounds', 'size'],
];

/** An order of an earlier try counts, also one whose instance ended before it was recorded. */
export async function tryBuy(deps: TryDeps, buy: Buy): Promise<void> {
  const coins = await coinsOfBuys(deps.database, [buy.id]);
  const results: Results = new Map();
  for (const coin of coins) {
    if (isEnded(coin)) continue;
    const order = await placedBefore(deps, buy, coin);
    results.set(coin, order === undefined ? judge(deps, buy, coin) : { order });
  }
  const having = (result: Result) =>
    [...results].filter(([, each]) => each === result).map(([coin]) => coin);
  const isBegun = coins.some((coin) => coin.orderId !== null || isPlaced(results.get(coin)));
  const wanted = [...having('go'), ...having('wait')];
  // Everything or nothing: a part of what was wanted is not bought.
  let shortage = isBegun ? undefined : await shortageFor(deps, buy, wanted);
  if (shortage === undefined) {
    await Promise.all(
      having('go').map(async (coin) => results.set(coin, await place(deps, buy, coin))),
    );
    shortage = await shortageFor(deps, buy, having('short'));
    if (shortage !== undefined) skip(results, having('short'), 'funds');
  } else {
    skip(results, wanted, 'funds');
  }
  await record(deps, buy, { results, shortage });
}

const isPlaced = (result: Result | undefined) => typeof result === 'object' && 'order' in result;

function skip(results: Results, coins: readonly Coin[], reason: Skip): void {
  for (const coin of coins) results.set(coin, { skip: reason });
}

const placedBefore = ({ orders }: TryDeps, buy: Buy, coin: Coin) =>
  orders.findByClientOrderId(buy.memberId, orderNameOf(buy, coin).key);

/** Whether it can be bought now, by what is known before its order is placed. */
function judge(deps: TryDeps, buy: Buy, coin: Coin): Result {
  const now = deps.clock.now();
  if (now - buy.dueAt > MADE_UP_FOR_MS) return { skip: 'missed' };
  const instrument = instrumentOf(deps, coin);
  if (instrument.state !== instrumentState.normal || !isOpen(instrument.hours, now)) {
    return { skip: 'closed' };
  }
  if (coin.amount < instrument.minNotional || coin.amount > instrument.maxNotional) {
    return { skip: 'size' };
  }
  if (isNearReference(deps, instrument, now)) return 'go';
  return now - buy.createdAt >= WAITS_FOR_MS ? { skip: 'price' } : 'wait';
}

/** False also while a price is not known. */
function isNearReference({ prices, tape }: TryDeps, { symbol }: Instrument, now: number): boolean {
  const tick = prices.latest(symbol);
  const ask = tape.depth(symbol, 1)?.asks[0];
  if (tick === undefined || ask === undefined || !isFresh(tick.at, now)) return false;
  return !isOffReference(decimal<Price>(ask[0]), tick.price);
}

function instrumentOf({ instruments }: EndDeps, { instrumentId }: Coin): Instrument {
  const instrument = instruments.findById(instrumentId);
  if (instrument === undefined) throw new Error(`no instrument ${instrumentId}`);
  return instrument;
}

async function shortageFor(
  { database }: TryDeps,
  { memberId }: Buy,
  coins: readonly Coin[],
): Promise<Shortage | undefined> {
  if (coins.length === 0) return undefined;
  const available = await availableTo(database, { owner: memberId, asset: QUOTE });
  const needed = sum(coins.map(({ amount }) => amount));
  return available < needed ? { needed, available } : undefined;
}

async function place(deps: TryDeps, buy: Buy, coin: Coin): Promise<Result> {
  const { orders, log } = deps;
  const { memberId } = buy;
  const key = orderNameOf(buy, coin);
  try {
    const placed = await orders.place({
      memberId,
      symbol: instrumentOf(deps, coin).symbol,
      side: 'buy',
      type: 'market',
      price: undefined,
      quantity: undefined,
      total: formatDecimal(coin.amount),
      clientOrderId: key.key,
      source: 'app',
      key,
    });
    const order = await orders.find(memberId, placed.order.ID);
    return order === undefined ? 'wait' : { order };
  } catch (error) {
    if (!(error instanceof Refusal)) {
      log.warn({ err: error, buy: buy.id }, 'a recurring buy could not be placed');
      return 'wait';
    }
    return refused(deps, buy, { coin, refusal: error });
  }
}

async function refused(
  deps: TryDeps,
  buy: Buy,
  { coin, refusal }: { coin: Coin; refusal: Refusal },
): Promise<Result> {
  if (refusal.is('insufficient-balance')) return 'short';
  const [, reason] = SKIPPED_BY.find(([name]) => refusal.is(name)) ?? [];
  if (reason !== undefined) return { skip: reason };
  if (!refusal.is('idempotency-key-reused')) return 'wait';
  // Its answer has expired, or the coin was skipped meanwhile.
  const order = await placedBefore(deps, buy, coin);
  return order === undefined ? { skip: 'member', isRefused: true } : { order };
}

function record(
  deps: TryDeps,
  { id, planId }: Buy,
  { results, shortage }: { results: Results; shortage: Shortage | undefined },
): Promise<void> {
  const byInstrument = new Map([...results].map(([coin, each]) => [coin.instrumentId, each]));
  return deps.database
    .transaction(async (tx) => {
      const plan = await lockPlan(tx, planId);
      const buy = await lockOpenBuy(tx, id);
      if (plan === undefined || buy === undefined) return;
      const at = deps.clock.now();
      const coins: Coin[] = [];
      for (const coin of await coinsOfBuys(tx, [id])) {
        const result = byInstrument.get(coin.instrumentId);
        const isDone = isEnded(coin) || typeof result !== 'object';
        coins.push(isDone ? coin : await endCoin(tx, deps, { buy, coin, result, at }));
      }
      const figures = { needed: null, available: null, ...shortage };
      const isShort = coins.some(({ skipped }) => skipped === 'funds');
      const concluded = { ...buy, ...(isShort ? figures : {}) };
      await updatePlan(tx, await concludeBuy(tx, deps, { plan, buy: concluded, coins, at }));
    })
    .then(() => deps.bus.publish(MEMBER_EVENTS_WAKE, null));
}

async function endCoin(
  tx: Tx,
  deps: EndDeps,
  { buy, coin, result, at }: { buy: Buy; coin: Coin; result: Exclude<Result, string>; at: number },
): Promise<Coin> {
  if ('skip' in result && result.isRefused !== true) {
    return skipCoin(tx, coin, { buy, reason: result.skip, at });
  }
  const ended = 'order' in result ? boughtBy(result.order, coin, instrumentOf(deps, coin)) : coin;
  const written = 'skip' in result ? { ...ended, skipped: result.skip } : ended;
  await writeCoin(tx, written);
  return written;
}

/** An order that found no offer within its band has bought nothing. */
function boughtBy(order: ApiOrder, coin: Coin, { quoteScale }: Instrument): Coin {
  const { id, filledQuantity, filledQuote, fee } = order;
  return {
    ...coin,
    orderId: id,
    spent: quantize(filledQuote, quoteScale, 'up'),
    quantity: filledQuantity,
    fee,
    skipped: filledQuantity > 0n ? null : 'price',
  };
}
