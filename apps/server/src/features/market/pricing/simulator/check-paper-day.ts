/** Recomputes the prices of a simulated day from its revealed seed and reports the first tick that differs (ADR 15). */
import { formatDecimal, type Price } from '@tern/money';
import { marketDay } from '../../../../kernel/prices/market-seed.ts';
import { isOpen } from '../../../../kernel/catalog/trading-hours.ts';
import { startPriceOf } from './market-model-table.ts';
import {
  crossPrice,
  isLongGap,
  movedBy,
  onTick,
  type SimulatedDay,
  simulatedDay,
  type SimulatedInstrument,
  type SimulatedMarket,
  simulatedMarkets,
} from './simulated-day.ts';

export interface PaperTick {
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly price: Price;
  readonly source: string;
}

export interface PaperSymbol {
  readonly instrument: SimulatedInstrument;
  /** In chain order: the last tick before the day, if there is one, then the ticks of the day. */
  readonly ticks: readonly PaperTick[];
}

export interface PaperFinding {
  readonly symbol: string;
  /** Ticks that match the seed. */
  readonly checked: number;
  /**
   * Ticks that this seed does not determine: those of other sources, of a cross without its two markets, and the first
   * one after a gap over midnight.
   */
  readonly skipped: number;
  /** The first tick that differs. */
  readonly fault?: { readonly seq: number; readonly found: string; readonly due: string };
}

const SIMULATED_SOURCE = 'simulated';
const DAY_SECONDS = 86_400;

/** Published prices by symbol and second, for the two markets of a cross. */
type Published = ReadonlyMap<string, ReadonlyMap<number, Price>>;

/**
 * Shape: `seed` is the day's, in hexadecimal. A cross is checked together with its two markets.
 * Units: `from` is when the day begins, epoch milliseconds.
 */
export function checkPaperDay(
  day: { readonly seed: string; readonly from: number },
  symbols: readonly PaperSymbol[],
): PaperFinding[] {
  const bySymbol = new Map(symbols.map((each) => [each.instrument.symbol, each.ticks]));
  const published: Published = new Map(
    [...bySymbol].map(([symbol, ticks]) => [
      symbol,
      new Map(ticks.map((tick) => [secondOf(tick), tick.price])),
    ]),
  );
  const markets = simulatedMarkets(symbols.map(({ instrument }) => instrument));
  return [...markets].map(([symbol, market]) =>
    checkSymbol(market, bySymbol.get(symbol) ?? [], {
      day: simulatedDay(marketDay(day.from), day.seed),
      published,
      from: day.from,
    }),
  );
}

interface CheckContext {
  readonly day: SimulatedDay;
  readonly published: Published;
  readonly from: number;
}

function checkSymbol(
  market: SimulatedMarket,
  ticks: readonly PaperTick[],
  context: CheckContext,
): PaperFinding {
  const { symbol } = market.instrument;
  let checked = 0;
  let skipped = 0;
  for (const [index, next] of ticks.entries()) {
    if (next.at < context.from) continue;
    const due = dueAfter(market, { ticks, index }, context);
    if (due === undefined) {
      skipped += 1;
      continue;
    }
    if (due !== next.price) {
      const fault = { seq: next.seq, found: formatDecimal(next.price), due: formatDecimal(due) };
      return { symbol, checked, skipped, fault };
    }
    checked += 1;
  }
  return { symbol, checked, skipped };
}

/** The price that follows from the seed and the previous tick; undefined where the seed does not determine it. */
function dueAfter(
  market: SimulatedMarket,
  { ticks, index }: { readonly ticks: readonly PaperTick[]; readonly index: number },
  { day, published, from }: CheckContext,
): Price | undefined {
  const { model, instrument, tick } = market;
  const [before, next] = [ticks[index - 1], ticks[index]!];
  if (next.source !== SIMULATED_SOURCE) return undefined;
  if (next.seq === 1) return onTick(startPriceOf(model), instrument.tickSize, tick);
  const second = secondOf(next);
  if (model.kind === 'cross') {
    const [left, right] = [model.left, model.right].map((leg) => published.get(leg)?.get(second));
    if (left === undefined || right === undefined) return undefined;
    return crossPrice({ left, right }, instrument.tickSize, tick);
  }
  if (before === undefined) return undefined;
  const first = from / 1000;
  const known = secondOf(before);
  if (isLongGap(instrument, known, second)) return before.price;
  if (known < first && isOpenBetween(instrument, known + 1, first)) return undefined;
  // A chain that began on this day is scaled by its first price.
  const scale = Number(formatDecimal(ticks[0]!.price));
  let { price } = before;
  for (let step = Math.max(known + 1, first); step <= second; step += 1) {
    price = movedBy(price, day.ticksMoved(market, scale, step % DAY_SECONDS), instrument.tickSize);
  }
  return price;
}

/** Whether any second of the span is open, its end excluded. Units: Unix seconds. */
function isOpenBetween({ hours }: SimulatedInstrument, first: number, end: number): boolean {
  const HOUR = 3_600;
  for (let second = first; second < end; second += HOUR - (second % HOUR)) {
    if (isOpen(hours, second * 1000)) return true;
  }
  return false;
}

const secondOf = ({ at }: PaperTick): number => Math.floor(at / 1000);
