/** Markets as TradingView's charts describe them. Pure. */
import { divideInteger, ONE } from '@tern/money';
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import type { TradingHours } from '../../../kernel/catalog/trading-hours.ts';
import { placesOf } from '../../market/market-data/index.ts';
import { resolutions } from './history.ts';

/** Prefix of full names: TERN:BTCUSDT. */
const EXCHANGE = 'TERN';

/**
 * Sessions in UTC; 1 is Sunday. One that passes midnight belongs to the day on which it ends, so Monday's starts on
 * Sunday evening.
 */
const sessions: Record<TradingHours, string> = {
  always: '24x7',
  forex: '2200-2200:23456',
  metal: '2200-2200:2|2300-2200:3456',
};

const typeOf = ({ class: kind }: Instrument) => (kind === 'metal' ? 'commodity' : kind);

const ticker = ({ symbol }: Instrument) => symbol.toUpperCase();

/** The answer of `/udf/symbols`. */
export function symbolInfo(instrument: Instrument): object {
  const places = placesOf(instrument.tickSize);
  const scale = 10 ** places;
  return {
    name: ticker(instrument),
    ticker: ticker(instrument),
    full_name: `${EXCHANGE}:${ticker(instrument)}`,
    description: `${instrument.base}/${instrument.quote}`,
    type: typeOf(instrument),
    exchange: EXCHANGE,
    listed_exchange: EXCHANGE,
    timezone: 'Etc/UTC',
    session: sessions[instrument.hours],
    format: 'price',
    pricescale: scale,
    minmov: Number(divideInteger(instrument.tickSize * BigInt(scale), ONE, 'down')),
    has_intraday: true,
    has_daily: true,
    has_weekly_and_monthly: true,
    intraday_multipliers: Object.keys(resolutions).filter((name) => /^\d+$/.test(name)),
    supported_resolutions: Object.keys(resolutions),
    volume_precision: placesOf(instrument.lotSize),
    currency_code: instrument.quote,
    data_status: 'streaming',
  };
}

/** A row of `/udf/search`. */
export function searchRow(instrument: Instrument): object {
  return {
    symbol: ticker(instrument),
    full_name: `${EXCHANGE}:${ticker(instrument)}`,
    description: `${instrument.base}/${instrument.quote}`,
    exchange: EXCHANGE,
    ticker: ticker(instrument),
    type: typeOf(instrument),
  };
}

/** The symbol within the names that charts send: BTCUSDT, btcusdt, BTC/USDT, TERN:BTCUSDT. */
export function symbolNamed(name: string): string {
  return name.toLowerCase().replace(`${EXCHANGE.toLowerCase()}:`, '').replace('/', '');
}

/** Whether the text occurs in the symbol or in its description; an empty one in all. */
export function isFound(instrument: Instrument, text: string): boolean {
  return instrument.symbol.includes(symbolNamed(text.trim()));
}

export const config = {
  supports_search: true,
  supports_group_request: false,
  supports_marks: true,
  supports_timescale_marks: false,
  supports_time: true,
  supported_resolutions: Object.keys(resolutions),
  exchanges: [
    { value: '', name: 'All exchanges', desc: '' },
    { value: EXCHANGE, name: 'Tern', desc: 'Tern' },
  ],
  symbols_types: [
    { value: '', name: 'All types' },
    { value: 'crypto', name: 'Crypto' },
    { value: 'forex', name: 'Forex' },
    { value: 'commodity', name: 'Commodities' },
  ],
};
