/** A member's plans and what they bought, in API format. */
import {
  add,
  type Amount,
  divideInteger,
  formatDecimal,
  notional,
  ONE,
  type Price,
  quantize,
  subtract,
  sum,
  ZERO,
} from '@tern/money';
import type { RecurringBuyRow, RecurringPlanRow } from '@tern/protocol';
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import type { Instrument, InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import { availableTo } from '../../../kernel/ledger/balances.ts';
import type { ReferencePrices } from '../../../kernel/prices/reference-prices.ts';
import { pageOf, readPage } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isoTime, timeOfDay } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { QUOTE, splitAmount } from './rules.ts';
import { type Plan, planOfMember, plansOfMember } from './store.ts';
import {
  type Bought,
  boughtByPlans,
  type Buy,
  buysOfPlan,
  type Coin,
  coinsOfBuys,
  countBuysOfPlan,
  endsByPlans,
} from './store-buys.ts';

export interface RowDeps {
  assets: AssetRegistry;
  instruments: InstrumentRegistry;
  prices: Pick<ReferencePrices, 'latest'>;
}

export interface PlanAnswer {
  plan: RecurringPlanRow;
}

/** The list shows so many of the newest due times. */
const LATEST_MAX = 11;

type Figures = Pick<RecurringPlanRow, 'putIn' | 'worth' | 'difference'>;
interface Sums {
  putIn: Amount;
  /** Undefined while a price is missing. */
  worth: Amount | undefined;
}

/** Newest first, and their sums. */
export async function listPlans(reader: Reader, deps: RowDeps, memberId: number) {
  const plans = await plansOfMember(reader, memberId);
  const [rows, available] = await Promise.all([
    rowsOf(reader, deps, plans),
    availableTo(reader, { owner: memberId, asset: QUOTE }),
  ]);
  return {
    plans: rows.map(({ row }) => row),
    available: formatDecimal(available),
    ...figuresOf(sumOf(rows.map(({ sums }) => sums))),
  };
}

/** @throws not-found, also for another member's */
export async function findPlan(
  reader: Reader,
  deps: RowDeps,
  own: { id: number; memberId: number },
): Promise<RecurringPlanRow> {
  const plan = await planOfMember(reader, own);
  if (plan === undefined) throw new Refusal('not-found');
  return (await planAnswer(reader, deps, plan)).plan;
}

export async function planAnswer(reader: Reader, deps: RowDeps, plan: Plan): Promise<PlanAnswer> {
  const [only] = await rowsOf(reader, deps, [plan]);
  return { plan: only!.row };
}

/** Due times, newest first. @throws not-found, also for another member's plan */
export async function listBuys(
  reader: Reader,
  deps: RowDeps,
  {
    id,
    memberId,
    ...input
  }: { id: number; memberId: number; page?: number | string; pageSize?: number | string },
) {
  if ((await planOfMember(reader, { id, memberId })) === undefined) throw new Refusal('not-found');
  const page = await readPage(
    reader,
    { list: buysOfPlan, count: countBuysOfPlan },
    { filter: [id], page: pageOf(input), row: (buy) => buy as Buy },
  );
  const coins = await coinsOfBuys(
    reader,
    page.list.map((buy) => buy.id),
  );
  const list = page.list.map((buy) =>
    buyRow(
      buy,
      coins.filter(({ buyId }) => buyId === buy.id),
      deps,
    ),
  );
  return { ...page, list };
}

async function rowsOf(reader: Reader, deps: RowDeps, plans: readonly Plan[]) {
  const ids = plans.map(({ id }) => id);
  const [bought, ends] = await Promise.all([
    reader.many(boughtByPlans, [ids]),
    reader.many(endsByPlans, [ids, LATEST_MAX]),
  ]);
  return plans.map((plan) => {
    const own = bought.filter(({ planId }) => planId === plan.id);
    const { done, skipped, latest } = ends.find(({ planId }) => planId === plan.id)!;
    const coins = coinsOf(plan, own, deps);
    const sums = sumOf(coins.map((coin) => coin.sums));
    const row: RecurringPlanRow = {
      ID: plan.id,
      CreatedAt: isoTime(plan.createdAt),
      amount: formatDecimal(plan.amount),
      coins: coins.map((coin) => coin.row),
      rhythm: plan.rhythm,
      day: plan.day,
      time: timeOfDay(plan.minute),
      timeZone: plan.timeZone,
      state: plan.state,
      stateAt: isoTime(plan.stateAt),
      pausedBy: plan.pausedBy ?? '',
      nextAt: plan.nextAt === null ? '' : isoTime(plan.nextAt),
      done,
      skipped,
      latest,
      ...figuresOf(sums),
    };
    return { row, sums };
  });
}

/** Coins of the plan, then coins that it bought before it was changed. */
function coinsOf(plan: Plan, bought: readonly Bought[], deps: RowDeps) {
  const parts = splitAmount(plan.amount, plan.shares, deps.assets.get(QUOTE).scale);
  const earlier = bought
    .map((each) => each.instrumentId)
    .filter((id) => !plan.markets.includes(id));
  return [...plan.markets, ...earlier].map((instrumentId, at) => {
    const instrument = instrumentOf(deps, instrumentId);
    const own = bought.find((each) => each.instrumentId === instrumentId);
    const { spent, quantity } = own ?? { spent: ZERO, quantity: ZERO };
    const price = deps.prices.latest(instrument.symbol)?.price;
    const sums = { putIn: spent, worth: worthOf(quantity, price, instrument) };
    const { putIn, worth } = figuresOf(sums);
    const row = {
      symbol: instrument.symbol,
      base: instrument.base,
      share: plan.shares[at] ?? 0,
      amount: formatDecimal(parts[at] ?? ZERO),
      quantity: formatDecimal(quantity),
      putIn,
      averagePrice: own === undefined ? '' : formatDecimal(averageOf(own, instrument.tickSize)),
      worth,
    };
    return { row, sums };
  });
}

function worthOf(
  quantity: Amount,
  price: Price | undefined,
  { quoteScale }: Instrument,
): Amount | undefined {
  if (quantity === ZERO) return ZERO;
  return price && quantize(notional(price, quantity, 'down'), quoteScale, 'down');
}

/** What a unit has cost with its fee, rounded up to a tick. */
function averageOf({ spent, quantity }: Pick<Bought, 'spent' | 'quantity'>, tick: Price): Price {
  const exact = divideInteger(spent * ONE, quantity, 'up');
  return (divideInteger(exact, tick, 'up') * tick) as Price;
}

function sumOf(all: readonly Sums[]): Sums {
  return {
    putIn: sum(all.map(({ putIn }) => putIn)),
    worth: all.reduce<Amount | undefined>(
      (total, { worth }) =>
        total === undefined || worth === undefined ? undefined : add(total, worth),
      ZERO,
    ),
  };
}

function figuresOf({ putIn, worth }: Sums): Figures {
  return {
    putIn: formatDecimal(putIn),
    worth: worth === undefined ? '' : formatDecimal(worth),
    difference: worth === undefined ? '' : formatDecimal(subtract(worth, putIn)),
  };
}

function instrumentOf({ instruments }: RowDeps, id: number): Instrument {
  const instrument = instruments.findById(id);
  if (instrument === undefined) throw new Error(`no instrument ${id}`);
  return instrument;
}

function buyRow(buy: Buy, coins: readonly Coin[], deps: RowDeps): RecurringBuyRow {
  const known = (value: Amount | null) => (value === null ? '' : formatDecimal(value));
  return {
    ID: buy.id,
    dueAt: isoTime(buy.dueAt),
    amount: formatDecimal(buy.amount),
    status: buy.status,
    putIn: formatDecimal(sum(coins.map(({ spent }) => spent ?? ZERO))),
    needed: known(buy.needed),
    available: known(buy.available),
    coins: coins.map((coin) => {
      const { symbol, base, tickSize } = instrumentOf(deps, coin.instrumentId);
      const { orderId, spent, quantity, fee, skipped } = coin;
      const isBought = spent !== null && quantity !== null && quantity > ZERO;
      return {
        symbol,
        base,
        amount: formatDecimal(coin.amount),
        orderId: orderId ?? 0,
        price: isBought ? formatDecimal(averageOf({ spent, quantity }, tickSize)) : '',
        quantity: formatDecimal(subtract(quantity ?? ZERO, fee ?? ZERO)),
        skipped: skipped ?? '',
      };
    }),
  };
}
