/** A market's price and its change: the pure part. */
import { formatFixed, parseDecimal, type Price, ratio } from '@tern/money';
import type { RowOf, TickerMessage } from '@tern/protocol/client';

export type MarketRow = RowOf<'POST /base/tradelist'>;

/** A market's static data. */
export type Instrument = Pick<
  MarketRow,
  | 'ID'
  | 'symbol'
  | 'base'
  | 'quote'
  | 'name'
  | 'logo'
  | 'class'
  | 'isOpen'
  | 'opensAt'
  | 'halt'
  | 'closing'
  | 'pricedBy'
  | 'pricePlaces'
  | 'lotPlaces'
  | 'tickSize'
  | 'lotSize'
  | 'minNotional'
  | 'maxNotional'
  | 'makerFee'
  | 'takerFee'
  | 'priceBand'
  | 'spark'
>;

/** A market's live data; decimal texts. */
export interface Quote {
  price: string;
  /** Price 24 hours ago. */
  open: string;
  /** Percent, signed, cut to two decimals ("2.41", "-0.87"); undefined when unknown (`---`). */
  change: string | undefined;
  /** 1 up, -1 down, 0 unchanged or unknown. */
  direction: 1 | 0 | -1;
  high: string;
  low: string;
  /** 24 h volume in base. */
  amount: string;
  /** 24 h volume in quote. */
  volume: string;
  /** When it reached this device, milliseconds since 1970. */
  at: number;
}

const HUNDRED = 100n;

/** Change from `open` to `last` in percent, cut toward zero to two decimals. */
export function changeOf(last: string, open: string): Pick<Quote, 'change' | 'direction'> {
  const price = parseDecimal<Price>(last);
  const start = parseDecimal<Price>(open);
  if (!price || !start || price <= 0n || start <= 0n) return { change: undefined, direction: 0 };
  const moved = price - start;
  const change = formatFixed(ratio(moved * HUNDRED, start, 'truncate'), 2);
  return { change, direction: moved > 0n ? 1 : moved < 0n ? -1 : 0 };
}

/** Plain decimal text of a feed's JSON number; `1e-7` becomes `0.0000001`. */
export function decimalText(value: number): string {
  const text = String(value);
  const [mantissa = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', places = ''] = mantissa.replace('-', '').split('.');
  const point = whole.length + Number(exponent);
  const digits = whole + places;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** The quote in a row of the trade list; `undefined` if the market has no price. */
export function quoteOfRow(row: MarketRow, at: number): Quote | undefined {
  const price = parseDecimal(row.price);
  if (!price || price <= 0n) return undefined;
  const { high, low, amount, vol } = row;
  const open = row.close;
  return {
    price: row.price,
    open,
    ...changeOf(row.price, open),
    high,
    low,
    amount,
    volume: vol,
    at,
  };
}

/** The quote in a message of `market.tickers`. */
export function quoteOfTicker(ticker: TickerMessage, at: number): Quote {
  const price = decimalText(ticker.close);
  const open = decimalText(ticker.open);
  return {
    price,
    open,
    ...changeOf(price, open),
    high: decimalText(ticker.high),
    low: decimalText(ticker.low),
    amount: decimalText(ticker.amount),
    volume: decimalText(ticker.vol),
    at,
  };
}

/** The static part of a row, so that lists of markets change only when markets do. */
export function instrumentOf(row: MarketRow): Instrument {
  const { ID, symbol, base, quote, name, logo, pricePlaces, lotPlaces, spark } = row;
  const { tickSize, lotSize, minNotional, maxNotional, makerFee, takerFee, priceBand } = row;
  const bounds = { tickSize, lotSize, minNotional, maxNotional, makerFee, takerFee, priceBand };
  const { isOpen, opensAt, halt, closing, pricedBy } = row;
  const session = { isOpen, opensAt: halt?.until ?? opensAt, halt, closing, pricedBy };
  const names = { ID, symbol, base, quote, name, logo, class: row.class };
  return { ...names, ...bounds, ...session, pricePlaces, lotPlaces, spark };
}

/** A market as stored on this device. */
export interface StoredMarket {
  instrument: Instrument;
  /** With the time it arrived. */
  quote?: Quote;
}
