/** Asks the sources for the candles of a time when nobody listened, and says what is missing at all. */
import { isOpen } from '../../../kernel/catalog/trading-hours.ts';
import type { Candle } from '../../../kernel/prices/candle.ts';
import { floorTo } from '../../../kernel/prices/intervals.ts';
import { type BackfillSpan, type PriceSource, serves } from '../price-source.ts';
import type { SymbolState } from '../symbol-state.ts';
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';

/** What is missing of a symbol, in the spans to ask for. */
export interface Missing {
  /** Set when nothing is known of the symbol at all. */
  readonly hours: BackfillSpan | undefined;
  readonly minutes: BackfillSpan;
}

/** What one source told of it. */
export interface Backfilled {
  readonly source: string;
  readonly hours: readonly Candle[];
  readonly minutes: readonly Candle[];
}

/** A shorter silence leaves its minutes as they were heard. */
const SILENCE_MS = 60_000;
/** Of a longer one the older part stays a gap. */
const GAP_MINUTES_MAX = 10_080;
/** As many as a source tells in one answer. */
const BEGINNING_COUNT = 2_000;

/** Undefined while everything up to now was heard, or the market is closed. */
export function missingOf(state: SymbolState, now: number): Missing | undefined {
  const { symbol, hours } = state.instrument;
  if (state.isBroken || !isOpen(hours, now)) return undefined;
  const own = state.running.get('1min');
  const span = (interval: BackfillSpan['interval'], from: number): BackfillSpan => ({
    symbol,
    interval,
    from,
    to: now,
  });
  if (own === undefined) {
    const hour = floorTo(now, HOUR_MS);
    return {
      hours: span('60min', hour - (BEGINNING_COUNT - 1) * HOUR_MS),
      minutes: span('1min', floorTo(now, MINUTE_MS) - (BEGINNING_COUNT - 1) * MINUTE_MS),
    };
  }
  const lastAt = own.start > state.chain.at ? own.start + MINUTE_MS : state.chain.at;
  if (now - lastAt < SILENCE_MS) return undefined;
  const oldest = floorTo(now, MINUTE_MS) - GAP_MINUTES_MAX * MINUTE_MS;
  return { hours: undefined, minutes: span('1min', Math.max(own.start, oldest)) };
}

/** Whether any source of the symbol can tell of the past. */
export function backfillSources(
  sources: readonly PriceSource[],
  symbol: string,
): readonly PriceSource[] {
  return sources.filter((source) => source.fetchCandles !== undefined && serves(source, symbol));
}

/**
 * Resolves when all have answered; what each tells is given to `onTold` as it comes, and who fails to `onFailure`.
 */
export async function requestBackfill(
  asked: readonly PriceSource[],
  missing: Missing,
  listener: {
    onBackfilled(told: Backfilled): void;
    onFailure(source: string, error: unknown): void;
  },
): Promise<void> {
  const tell = async (source: PriceSource): Promise<void> => {
    try {
      const ask = async (span: BackfillSpan | undefined) =>
        span === undefined ? [] : ((await source.fetchCandles?.(span)) ?? []);
      const [hours, minutes] = await Promise.all([ask(missing.hours), ask(missing.minutes)]);
      listener.onBackfilled({ source: source.name, hours, minutes });
    } catch (error) {
      listener.onFailure(source.name, error);
    }
  };
  await Promise.all(asked.map(tell));
}
