/** The lines of history files: Binance's columns, without a header. Times are in microseconds. Pure. */
import { type Amount, formatDecimal, notional, ZERO } from '@tern/money';
import type { Candle } from '../../../kernel/prices/candle.ts';
import { floorTo } from '../../../kernel/prices/intervals.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { sourceTradeId } from '../../market/feed/index.ts';
import type { TradeRow } from '../../market/pricing/index.ts';

const micros = (at: number) => at * 1_000;

interface TradeText {
  readonly id: number;
  readonly price: string;
  readonly quantity: string;
  readonly quote: string;
  readonly time: number;
  /** Binance's spelling. */
  readonly isBuyerMaker: 'True' | 'False';
}

/** What both lines of a trade are made of. */
export function tradeText(trade: TradeRow): TradeText {
  const { price, quantity, takerSide, at } = trade;
  return {
    id: sourceTradeId(trade),
    price: formatDecimal(price),
    quantity: formatDecimal(quantity),
    quote: formatDecimal(notional(price, quantity, 'down')),
    time: micros(at),
    isBuyerMaker: takerSide === 'sell' ? 'True' : 'False',
  };
}

/** id, price, qty, quoteQty, time, isBuyerMaker, isBestMatch */
export const tradeLine = ({ id, price, quantity, quote, time, isBuyerMaker }: TradeText): string =>
  `${id},${price},${quantity},${quote},${time},${isBuyerMaker},True\n`;

/** a, p, q, f, l, T, m, M. A trade of ours is always one order's at one price, so none are joined. */
export const aggTradeLine = ({ id, price, quantity, time, isBuyerMaker }: TradeText): string =>
  `${id},${price},${quantity},${id},${id},${time},${isBuyerMaker},True\n`;

/** What was traded in a minute, and what of it takers bought. */
interface TakenMinute {
  count: number;
  amount: bigint;
  bought: bigint;
  boughtQuote: bigint;
}

/** Trades of a day, by the start of their minute. */
export class TakenMinutes {
  readonly #minutes = new Map<number, TakenMinute>();

  add({ at, price, quantity, takerSide }: TradeRow): void {
    const start = floorTo(at, MINUTE_MS);
    const minute = this.#minutes.get(start) ?? nothingTaken();
    this.#minutes.set(start, minute);
    minute.count += 1;
    minute.amount += quantity;
    if (takerSide !== 'buy') return;
    minute.bought += quantity;
    minute.boughtQuote += notional(price, quantity, 'down');
  }

  in(start: number, end: number): TakenMinute {
    const sum = nothingTaken();
    for (let at = start; at < end; at += MINUTE_MS) {
      const minute = this.#minutes.get(at);
      if (minute === undefined) continue;
      sum.count += minute.count;
      sum.amount += minute.amount;
      sum.bought += minute.bought;
      sum.boughtQuote += minute.boughtQuote;
    }
    return sum;
  }
}

const nothingTaken = (): TakenMinute => ({
  count: 0,
  amount: ZERO,
  bought: ZERO,
  boughtQuote: ZERO,
});

/**
 * open time, open, high, low, close, volume, close time, quote volume, count, taker buy volume, taker buy quote volume, ignore. The
 * two of takers are empty when the candle's trades are not those that are known.
 */
export function klineLine(candle: Candle, end: number, taken: TakenMinutes): string {
  const { start, open, high, low, close, amount, vol, count } = candle;
  const { bought, boughtQuote, ...traded } = taken.in(start, end);
  const isKnown = traded.count === count && traded.amount === amount;
  const takers = isKnown
    ? [formatDecimal(bought as Amount), formatDecimal(boughtQuote as Amount)]
    : ['', ''];
  const prices = [open, high, low, close, amount].map(formatDecimal);
  const closeTime = micros(end) - 1;
  const cells = [micros(start), ...prices, closeTime, formatDecimal(vol), count, ...takers, 0];
  return `${cells.join(',')}\n`;
}
