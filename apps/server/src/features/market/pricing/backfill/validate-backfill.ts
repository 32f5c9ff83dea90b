/** Decides whether backfilled candles can be trusted (ADR 16). Pure. */
import { type Amount, decimal, type Price } from '@tern/money';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import { isOpen } from '../../../../kernel/catalog/trading-hours.ts';
import type { Candle } from '../../../../kernel/prices/candle.ts';
import type { BackfillSpan } from '../price-source.ts';
import type { Backfilled } from './request-backfill.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../platform/durations.ts';

/** Each candle opens within this of the previous close, and the last one closes within it of the current price. */
const STEP_BPS = 200n;
/** How far a candle's high and low may be from its open. */
const REACH_BPS = { '1min': 1_000n, '60min': 5_000n } as const;
const VOLUME_MAX = decimal<Amount>('1000000000000000');
/** Trades in a candle; a year of such minutes still fits a safe integer. */
const COUNT_MAX = 1_000_000_000;

export interface Borders {
  /** Our last price, which the first candle must continue; absent when there is none. */
  readonly before: Price | undefined;
  /** The current reference price, which the last candle must lead to. */
  readonly after: Price;
}

/** Whether every candle is plausible and they connect to the known prices. Shape: candles of one span, oldest first. */
export function isContinuous(
  candles: readonly Candle[],
  span: BackfillSpan,
  borders: Borders,
): boolean {
  const stepMs = span.interval === '1min' ? MINUTE_MS : HOUR_MS;
  let close = borders.before;
  let start = Math.floor(span.from / stepMs) * stepMs - 1;
  for (const candle of candles) {
    const isOnGrid = candle.start % stepMs === 0 && candle.start > start && candle.start <= span.to;
    if (!isOnGrid || !isPossible(candle, REACH_BPS[span.interval])) return false;
    if (close !== undefined && !isNear(candle.open, close, STEP_BPS)) return false;
    ({ start, close } = candle);
  }
  return candles.length > 0 && close !== undefined && isNear(close, borders.after, STEP_BPS);
}

/** Rounds prices down to our tick size, as the reference price is, and drops candles outside our trading hours. */
export function normalizeCandles(
  candles: readonly Candle[],
  { hours, tickSize }: Instrument,
): Candle[] {
  const down = (price: Price) => (price - (price % tickSize)) as Price;
  return candles
    .filter(({ start }) => isOpen(hours, start))
    .map((candle) => ({
      ...candle,
      open: down(candle.open),
      high: down(candle.high),
      low: down(candle.low),
      close: down(candle.close),
    }));
}

function isPossible(candle: Candle, reachBps: bigint): boolean {
  const { open, high, low, close, amount, vol, count } = candle;
  const isOrdered = low > 0n && low <= open && low <= close && high >= open && high >= close;
  const isCounted = Number.isSafeInteger(count) && count >= 0 && count <= COUNT_MAX;
  const isTraded = amount >= 0n && vol >= 0n && amount <= VOLUME_MAX && vol <= VOLUME_MAX;
  const isCalm = isNear(high, open, reachBps) && isNear(low, open, reachBps);
  return isOrdered && isCounted && isTraded && isCalm;
}

function isNear(price: bigint, other: bigint, bps: bigint): boolean {
  const apart = price > other ? price - other : other - price;
  return apart * 10_000n <= other * bps;
}

/** Wider than for current prices: markets differ more in the highs and lows of their candles. */
const AGREE_BPS = 100n;

/** The first candidate that more than half agree with; undefined when they contradict each other. */
export function agreedBackfill(candidates: readonly Backfilled[]): Backfilled | undefined {
  return candidates.find((each) => {
    const agreeing = candidates.filter(
      (other) => isAlike(each.minutes, other.minutes) && isAlike(each.hours, other.hours),
    );
    return agreeing.length * 2 > candidates.length;
  });
}

/** A missing candle means an unchanged price. Shape: both oldest first. */
function isAlike(some: readonly Candle[], others: readonly Candle[]): boolean {
  if (some === others) return true;
  let [left, right] = [0, 0];
  while (left < some.length || right < others.length) {
    const start = Math.min(some[left]?.start ?? Infinity, others[right]?.start ?? Infinity);
    const [one, other] = [candleAt(some, left, start), candleAt(others, right, start)];
    if (one !== undefined && other !== undefined && !isNearCandle(one, other)) return false;
    if (some[left]?.start === start) left += 1;
    if (others[right]?.start === start) right += 1;
  }
  return true;
}

/** The candle that starts here, or a flat one at the previous close; undefined before the first one. */
function candleAt(
  candles: readonly Candle[],
  index: number,
  start: number,
): Pick<Candle, 'open' | 'high' | 'low' | 'close'> | undefined {
  const candle = candles[index];
  if (candle?.start === start) return candle;
  const close = candles[index - 1]?.close;
  return close === undefined ? undefined : { open: close, high: close, low: close, close };
}

function isNearCandle(
  one: Pick<Candle, 'open' | 'high' | 'low' | 'close'>,
  other: Pick<Candle, 'open' | 'high' | 'low' | 'close'>,
): boolean {
  return (['open', 'high', 'low', 'close'] as const).every((name) =>
    isNear(one[name], other[name], AGREE_BPS),
  );
}
