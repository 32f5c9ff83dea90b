/** Gives a market without any past its made history, once, when its first price is due (ADR 15). */
import type { Instrument } from '../../kernel/catalog/instruments.ts';
import type { Tx } from '../../platform/database/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts';
import type { Candle } from '../../kernel/prices/candle.ts';
import { floorTo } from '../../kernel/prices/intervals.ts';
import { type History, splitCandles } from './candles/split-candles.ts';
import type { PriceSource } from './price-source.ts';
import { HISTORY_MODEL } from './simulator/history.ts';
import { type ClosedCandle, type Genesis, insertCandles, insertGenesis } from './store.ts';

export interface Beginning {
  /** Without candles and ticks. */
  readonly instruments: readonly Instrument[];
  readonly sources: readonly PriceSource[];
  readonly seed: string;
  readonly now: number;
}

/**
 * Stores the made past as far as it is kept: days, the hours of the first day, the minutes of its last
 * hour. So every stored length begins on a boundary of the next longer one.
 */
export async function beginMarkets(tx: Tx, beginning: Beginning): Promise<void> {
  const { instruments, sources, seed, now } = beginning;
  const beganAt = floorTo(now, MINUTE_MS);
  const source = sources.find((candidate) => candidate.makeHistory !== undefined);
  const past = source?.makeHistory?.(beganAt);
  if (past === undefined) return;
  const genesis: Genesis[] = [];
  const candles: ClosedCandle[] = [];
  for (const instrument of instruments) {
    const days = past.get(instrument.symbol);
    const price = days?.at(-1)?.close;
    if (days === undefined || price === undefined) continue;
    const history: History = { instrument, seed, endsAt: beganAt };
    genesis.push({
      instrumentId: instrument.id,
      beganAt,
      price,
      historySeed: seed,
      model: HISTORY_MODEL,
    });
    candles.push(...keptPast(days, history));
  }
  if (genesis.length === 0) return;
  await insertGenesis(tx, genesis);
  await insertCandles(tx, candles);
}

function keptPast(days: readonly Candle[], history: History): ClosedCandle[] {
  const instrumentId = history.instrument.id;
  const today = floorTo(history.endsAt, DAY_MS);
  const thisHour = floorTo(history.endsAt, HOUR_MS);
  const [fullDays, begunDays] = cutAt(days, today);
  const [fullHours, begunHours] = cutAt(
    splitCandles(begunDays, history, { from: 1440, to: 60 }),
    thisHour,
  );
  const minutes = splitCandles(begunHours, history, { from: 60, to: 1 });
  const closed = (length: ClosedCandle['minutes'], candles: readonly Candle[]): ClosedCandle[] =>
    candles.map((candle) => ({ instrumentId, minutes: length, candle }));
  return [...closed(1440, fullDays), ...closed(60, fullHours), ...closed(1, minutes)];
}

function cutAt(candles: readonly Candle[], start: number): [before: Candle[], from: Candle[]] {
  return [
    candles.filter((candle) => candle.start < start),
    candles.filter((candle) => candle.start >= start),
  ];
}
