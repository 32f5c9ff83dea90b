/** The figures of a month from the journal: opening, movements, closing, and whether they add up (ADR 54). */
import { type Amount, formatDecimal, sum, ZERO } from '@tern/money';
import { type CostMethod, costMethods, type StatementFlow } from '@tern/protocol';
import type { OutgoingFees } from '../../../kernel/ledger/outgoing-fees.ts';
import type { Period } from '../../../kernel/ledger/period-records.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import {
  createDayPrices,
  type DayPrices,
  type PriceDeps,
  priceIn,
  type WorthAt,
} from './day-prices.ts';
import { endOf, type Month, startOf } from './months.ts';
import { legsOf, readMovements, type RecordGroup } from './read-movements.ts';
import {
  addMovement,
  assetsToValue,
  costOf,
  createTally,
  type Holdings,
  type Tally,
} from './tally.ts';

/** A balance in a statement: decimal text, `price` and `worth` in USDT. */
export interface AssetLine {
  readonly asset: string;
  readonly amount: string;
  /** Null: there was none. */
  readonly price: string | null;
  readonly worth: string;
}

export interface CoinFigures {
  readonly asset: string;
  readonly sales: number;
  readonly sold: string;
  readonly paid: string;
  readonly profit: string;
}

export interface MethodFigures {
  readonly profit: string;
  readonly priceChange: string;
  readonly coins: readonly CoinFigures[];
}

/** Decimal text, so that they are stored as they are. */
export interface Figures {
  readonly month: Month;
  readonly records: number;
  readonly contracts: number;
  readonly opening: readonly AssetLine[];
  readonly closing: readonly AssetLine[];
  readonly openingWorth: string;
  readonly closingWorth: string;
  /** Months that were closed before there were `penalties` have them among the fees. */
  readonly flows: Readonly<
    Record<Exclude<StatementFlow, 'penalties'>, string> & { penalties?: string }
  >;
  readonly methods: Readonly<Record<CostMethod, MethodFigures>>;
  readonly hasDayPrices: boolean;
  readonly unpriced: readonly string[];
}

export interface MonthComputed {
  readonly figures: Figures;
  /** At the end of the month. */
  readonly holdings: Holdings;
  /** Opening value and all rows give the closing value, by either method. */
  readonly isClosing: boolean;
}

export interface MonthRequest {
  readonly month: Month;
  readonly memberId: number;
  /** At the start of the month; changed to those at its end. */
  readonly holdings: Holdings;
  readonly range: Pick<Period, 'from' | 'through' | 'lateFrom'>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What the figures of a month need besides the journal. */
export interface FigureDeps extends PriceDeps {
  readonly outgoingFees: OutgoingFees;
}

/** Shape: `reader` is a snapshot. A month that is not over is computed up to now. */
export async function computeMonth(
  reader: Reader,
  deps: FigureDeps,
  request: MonthRequest,
): Promise<MonthComputed> {
  const { month, memberId, holdings, range, now } = request;
  const [start, end] = [startOf(month), endOf(month)];
  const prices = createDayPrices(reader, deps, now);
  const opening = await valueOf(holdings, prices, start);
  const costs = { fifo: costOf(holdings, 'fifo'), average: costOf(holdings, 'average') };
  const tally = createTally(holdings);
  for await (const page of readMovements(
    reader,
    { ...range, memberId, start, end },
    deps.outgoingFees,
  )) {
    await addPage(tally, page, prices);
  }
  const closing = await valueOf(holdings, prices, Math.min(end, now));
  for (const { asset, price } of [...opening.lines, ...closing.lines]) {
    if (price === null) tally.unpriced.add(asset);
  }
  const change = (method: CostMethod): Amount =>
    (closing.worth -
      costOf(holdings, method) -
      (opening.worth - costs[method]) +
      tally.methods[method].unsold) as Amount;
  const changes = { fifo: change('fifo'), average: change('average') };
  return {
    figures: figuresOf({ month, tally, opening, closing, changes }),
    holdings,
    isClosing: costMethods.every(
      (method) =>
        opening.worth +
          sum(Object.values(tally.flows)) +
          profitOf(tally, method) +
          changes[method] ===
        closing.worth,
    ),
  };
}

/** Adds a page of movements at the prices of their days. */
export async function addPage(
  tally: Tally,
  page: readonly RecordGroup[],
  prices: DayPrices,
): Promise<void> {
  const assetsByDay = new Map<number, Set<string>>();
  for (const group of page) {
    const day = dayOf(group);
    const assets = assetsByDay.get(day) ?? new Set();
    assetsByDay.set(day, assets);
    const movement = { kind: group[0]!.kind, legs: legsOf(group) };
    for (const asset of assetsToValue(movement)) assets.add(asset);
  }
  const worths = new Map<number, WorthAt>();
  for (const [day, assets] of assetsByDay) {
    worths.set(day, await prices.ofDay(day * DAY_MS, assets));
  }
  for (const group of page) {
    const worth = worths.get(dayOf(group))!;
    const { kind, effectiveAt: at } = group[0]!;
    addMovement(tally, { kind, at, legs: legsOf(group), worth });
  }
}

const dayOf = (group: RecordGroup) => Math.floor(group[0]!.effectiveAt / DAY_MS);

interface Valued {
  readonly lines: AssetLine[];
  readonly worth: Amount;
}

/** In the order of assets; without those of which there is nothing. */
async function valueOf(holdings: Holdings, prices: DayPrices, at: number): Promise<Valued> {
  const held = [...holdings.amounts].filter(([, amount]) => amount !== 0n);
  held.sort(([a], [b]) => (a < b ? -1 : 1));
  const worthAt = await prices.at(
    at,
    held.map(([asset]) => asset),
  );
  const valued = held.map(([asset, amount]) => ({
    asset,
    amount,
    price: priceIn(worthAt, asset),
    worth: worthAt(asset, amount) ?? ZERO,
  }));
  return {
    lines: valued.map(({ asset, amount, price, worth }) => ({
      asset,
      amount: formatDecimal(amount),
      price: price === undefined ? null : formatDecimal(price),
      worth: formatDecimal(worth),
    })),
    worth: sum(valued.map(({ worth }) => worth)),
  };
}

const profitOf = (tally: Tally, method: CostMethod): Amount =>
  sum([...tally.methods[method].coins.values()].map(({ profit }) => profit));

function figuresOf(given: {
  month: Month;
  tally: Tally;
  opening: Valued;
  closing: Valued;
  changes: Record<CostMethod, Amount>;
}): Figures {
  const { month, tally, opening, closing, changes } = given;
  const methodOf = (method: CostMethod): MethodFigures => ({
    profit: formatDecimal(profitOf(tally, method)),
    priceChange: formatDecimal(changes[method]),
    coins: [...tally.methods[method].coins]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([asset, { sales, sold, paid, profit }]) => ({
        asset,
        sales,
        sold: formatDecimal(sold),
        paid: formatDecimal(paid),
        profit: formatDecimal(profit),
      })),
  });
  return {
    month,
    records: tally.records,
    contracts: tally.contracts,
    opening: opening.lines,
    closing: closing.lines,
    openingWorth: formatDecimal(opening.worth),
    closingWorth: formatDecimal(closing.worth),
    flows: Object.fromEntries(
      Object.entries(tally.flows).map(([flow, amount]) => [flow, formatDecimal(amount)]),
    ) as Figures['flows'],
    methods: { fifo: methodOf('fifo'), average: methodOf('average') },
    hasDayPrices: tally.hasDayPrices,
    unpriced: [...tally.unpriced].sort(),
  };
}
