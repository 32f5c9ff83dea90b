/** Makes the prices of a simulated day again from its revealed seed, and says where a tick is not what it had to be (ADR 0021). */
import { formatDecimal, type Price } from '@tern/money';
import { type DayChance, dayChance } from './day-chance.ts';
import { type MarketModel, marketModels } from './market-model-table.ts';
import {
  crossPrice,
  DAY_SECONDS,
  nextPrice,
  onTick,
  startPriceOf,
  type WalkedInstrument,
} from './walk.ts';

export interface PaperTick {
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly price: Price;
  readonly source: string;
}

export interface PaperSymbol {
  readonly instrument: WalkedInstrument;
  /** In chain order, from the last tick before the day, if there is one, to the last of the day. */
  readonly ticks: readonly PaperTick[];
}

export interface PaperFinding {
  readonly symbol: string;
  /** Ticks that are exactly what the seed makes of the ones before. */
  readonly checked: number;
  /** Ticks that the seed says nothing about: of other sources, or a cross without its two markets. */
  readonly skipped: number;
  /** The first tick that is something else. */
  readonly fault?: { readonly seq: number; readonly found: string; readonly due: string };
}

const SIMULATED = 'simulated';

/** Unrounded prices by symbol and second, for the markets that a cross is made of. */
type Exact = Map<string, Map<number, number>>;

/**
 * Shape: `seed` is the day's, in hexadecimal. A cross is checked together with its two markets.
 * Units: `from` is when the day begins, epoch milliseconds.
 */
export function checkPaperDay(
  day: { readonly seed: string; readonly from: number },
  symbols: readonly PaperSymbol[],
): PaperFinding[] {
  const chance = dayChance(day.seed);
  const exact: Exact = new Map();
  return marketModels.flatMap((model) => {
    const found = symbols.find(({ instrument }) => instrument.symbol === model.symbol);
    return found === undefined
      ? []
      : [checkSymbol(model, found, { chance, exact, from: day.from })];
  });
}

interface Making {
  readonly chance: DayChance;
  readonly exact: Exact;
  readonly from: number;
}

function checkSymbol(
  model: MarketModel,
  { instrument, ticks }: PaperSymbol,
  making: Making,
): PaperFinding {
  const { symbol, tickSize } = instrument;
  const tick = Number(formatDecimal(tickSize));
  const own = new Map<number, number>();
  making.exact.set(symbol, own);
  let checked = 0;
  let skipped = 0;
  for (const [index, next] of ticks.entries()) {
    if (next.at < making.from) continue;
    const second = secondOf(next);
    const due = dueAfter(model, instrument, { before: ticks[index - 1], next, making });
    if (due === undefined) {
      skipped += 1;
      continue;
    }
    const price = onTick(due, tickSize, tick);
    if (price !== next.price) {
      const fault = { seq: next.seq, found: formatDecimal(next.price), due: formatDecimal(price) };
      return { symbol, checked, skipped, fault };
    }
    own.set(second, due);
    checked += 1;
  }
  return { symbol, checked, skipped };
}

/** What the seed makes of the tick before; undefined where it says nothing. */
function dueAfter(
  model: MarketModel,
  instrument: WalkedInstrument,
  { before, next, making }: { before: PaperTick | undefined; next: PaperTick; making: Making },
): number | undefined {
  const { chance, exact } = making;
  if (next.source !== SIMULATED) return undefined;
  if (next.seq === 1) return startPriceOf(model);
  if (before === undefined) return undefined;
  const second = secondOf(next);
  const step = { chance, second };
  if (model.kind === 'cross') {
    const [left, right] = [exact.get(model.left)?.get(second), exact.get(model.right)?.get(second)];
    if (left === undefined || right === undefined) return undefined;
    return crossPrice(model, { left, right }, step);
  }
  const isNext = secondOf(before) === second - 1 && second % DAY_SECONDS !== 0;
  const carried = isNext ? exact.get(model.symbol)?.get(second - 1) : undefined;
  const price = carried ?? Number(formatDecimal(before.price));
  return nextPrice(model, instrument, { price, step });
}

const secondOf = ({ at }: PaperTick): number => Math.floor(at / 1000);
