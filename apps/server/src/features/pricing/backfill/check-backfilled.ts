/** Whether candles that a source tells of the past may be believed (ADR 16). Pure. */
import { type Amount, decimal, type Price } from '@tern/money';
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import { isOpen } from '../../../kernel/catalog/trading-hours.ts';
import type { Candle } from '../../../kernel/prices/candle.ts';
import type { BackfillSpan } from '../price-source.ts';
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';

/** Each opens this near to where the one before closed, and the whole ends as near to the price now. */
const STEP_BPS = 200n;
/** How far from its open a candle may reach. */
const REACH_BPS = { '1min': 1_000n, '60min': 5_000n } as const;
const VOLUME_MAX = decimal<Amount>('1000000000000000');
/** Trades in a candle: a year of them still is a whole number. */
const COUNT_MAX = 1_000_000_000;

export interface Borders {
  /** Our last price, that the first candle must meet; absent when there is none. */
  readonly before: Price | undefined;
  /** The reference price now, that the last candle must meet. */
  readonly after: Price;
}

/** Candles of one span, oldest first. False when any of them cannot be, or they do not join up with what is known. */
export function joinsUp(candles: readonly Candle[], span: BackfillSpan, borders: Borders): boolean {
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

/** On our ticks, as the reference price is, and in our hours: while our market is closed it has no candle. */
export function asOurs(candles: readonly Candle[], { hours, tickSize }: Instrument): Candle[] {
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
