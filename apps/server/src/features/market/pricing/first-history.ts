/** Stores the simulated first history of a new market, once, before its first price (ADR 15). */
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
import type { Candle } from '../../../kernel/prices/candle.ts';
import { floorTo } from '../../../kernel/prices/intervals.ts';
import { type History, splitCandles } from './candles/split-candles.ts';
import type { GeneratedSource } from './price-source.ts';
import { HISTORY_MODEL } from './simulator/history.ts';
import { type ClosedCandle, type Genesis, insertCandles, insertGenesis } from './store.ts';

export interface NewMarkets {
  /** Instruments without candles and ticks. */
  readonly instruments: readonly Instrument[];
  readonly sources: readonly GeneratedSource[];
  readonly seed: string;
  readonly now: number;
}

export interface FirstHistory {
  readonly genesis: readonly Genesis[];
  readonly candles: readonly ClosedCandle[];
}

/**
 * Full days, the hours of the current day and the minutes of the current hour, so that every stored length begins on a
 * boundary of the next longer one. Takes seconds of computing, so call it outside of a transaction: on a slow machine the
 * database would end an idle one. Undefined when no source has a history.
 */
export async function makeFirstHistory(newMarkets: NewMarkets): Promise<FirstHistory | undefined> {
  const { instruments, sources, seed, now } = newMarkets;
  const beganAt = floorTo(now, MINUTE_MS);
  const source = sources.find((candidate) => candidate.makeHistory !== undefined);
  const history = await source?.makeHistory?.(beganAt);
  if (history === undefined) return undefined;
  const genesis: Genesis[] = [];
  const candles: ClosedCandle[] = [];
  for (const instrument of instruments) {
    const days = history.get(instrument.symbol);
    const price = days?.at(-1)?.close;
    if (days === undefined || price === undefined) continue;
    const origin: History = { instrument, seed, endsAt: beganAt };
    genesis.push({
      instrumentId: instrument.id,
      beganAt,
      price,
      historySeed: seed,
      model: HISTORY_MODEL,
    });
    candles.push(...candlesToStore(days, origin));
  }
  return genesis.length === 0 ? undefined : { genesis, candles };
}

export async function storeFirstHistory(tx: Tx, { genesis, candles }: FirstHistory): Promise<void> {
  await insertGenesis(tx, genesis);
  await insertCandles(tx, candles);
}

function candlesToStore(days: readonly Candle[], origin: History): ClosedCandle[] {
  const instrumentId = origin.instrument.id;
  const today = floorTo(origin.endsAt, DAY_MS);
  const thisHour = floorTo(origin.endsAt, HOUR_MS);
  const [fullDays, currentDay] = cutAt(days, today);
  const [fullHours, currentHour] = cutAt(
    splitCandles(currentDay, origin, { from: 1440, to: 60 }),
    thisHour,
  );
  const minutes = splitCandles(currentHour, origin, { from: 60, to: 1 });
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
