/** Makes the history files of a market: those of a day from its trades and candles, those of a month from its days. */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Candle } from '../../../kernel/prices/candle.ts';
import { candleStartFrom, lengthMs } from '../../../kernel/prices/intervals.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { MarketData } from '../../market/market-data/index.ts';
import { type SymbolState, tradesIn } from '../../market/pricing/index.ts';
import { type DaysOf, monthZip, sendMonth } from './month-zip.ts';
import {
  csvName,
  dailyIntervals,
  endOfMonth,
  firstDayOf,
  type FileName,
  klineIntervals,
  type KlineInterval,
  longIntervals,
  pathOf,
  startOfMonth,
} from './names.ts';
import { aggTradeLine, klineLine, TakenMinutes, tradeLine, tradeText } from './rows.ts';
import type { NewFile } from './store.ts';
import { packDocument, zipFrame } from './zip.ts';
import { dayOf } from '../../../platform/clock.ts';

export interface MakeDeps {
  readonly database: Reader;
  readonly marketData: Pick<MarketData, 'candles'>;
}

const symbolOf = ({ instrument }: SymbolState) => instrument.symbol.toUpperCase();

/** The files of a day, which is over; none of a kind that has nothing that day. Units: epoch milliseconds. */
export async function makeDay(
  deps: MakeDeps,
  state: SymbolState,
  start: number,
): Promise<NewFile[]> {
  const of = { span: 'daily', symbol: symbolOf(state), date: dayOf(start) } as const;
  const span = { instrumentId: state.instrument.id, from: start, to: start + DAY_MS };
  const query = { interval: '1day', limit: 1, before: span.to } as const;
  const [day] = await deps.marketData.candles(state, query);
  if (day?.start !== start) return [];
  const taken = new TakenMinutes();
  const trades: Buffer[] = [];
  const aggTrades: Buffer[] = [];
  for await (const page of tradesIn(deps.database, span)) {
    const texts = page.map(tradeText);
    trades.push(Buffer.from(texts.map(tradeLine).join('')));
    aggTrades.push(Buffer.from(texts.map(aggTradeLine).join('')));
    for (const trade of page) taken.add(trade);
    await nextTurn();
  }
  return [
    ...(await fileOf({ ...of, kind: 'trades' }, trades)),
    ...(await fileOf({ ...of, kind: 'aggTrades' }, aggTrades)),
    ...(await makeKlines(deps, state, { ...of, ...span, intervals: dailyIntervals, taken })),
  ];
}

/** The files of a month, of those of its days that are published. */
export async function makeMonth(
  deps: MakeDeps,
  state: SymbolState,
  { month, days }: { readonly month: string; readonly days: DaysOf },
): Promise<NewFile[]> {
  const of = { span: 'monthly', symbol: symbolOf(state), date: month } as const;
  const joined: FileName[] = [
    { ...of, kind: 'trades' },
    { ...of, kind: 'aggTrades' },
    ...dailyIntervals.map((interval) => ({ ...of, kind: 'klines' as const, interval })),
  ];
  const files: NewFile[] = [];
  for (const name of joined) {
    const zip = await monthZip(deps.database, name, days);
    if (zip === undefined) continue;
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const part of sendMonth(deps.database, name, zip)) {
      hash.update(part);
      bytes += part.length;
      await nextTurn();
    }
    const { documentBytes, crc: documentCrc } = zip.joined;
    files.push({
      path: pathOf(name),
      content: null,
      sha256: hash.digest(),
      bytes,
      documentBytes,
      documentCrc,
    });
  }
  const span = { from: startOfMonth(month), to: endOfMonth(month) };
  const taken = new TakenMinutes();
  const long = { ...of, ...span, intervals: longIntervals, taken };
  return [...files, ...(await makeKlines(deps, state, long))];
}

interface KlineSpan extends Omit<FileName, 'kind' | 'interval'> {
  /** Candles that end after `from` and not after `to`: each in one file, and whole. */
  readonly from: number;
  readonly to: number;
  readonly intervals: readonly KlineInterval[];
  readonly taken: TakenMinutes;
}

async function makeKlines(
  { marketData }: MakeDeps,
  state: SymbolState,
  { from, to, intervals, taken, ...of }: KlineSpan,
): Promise<NewFile[]> {
  const files: NewFile[] = [];
  for (const name of intervals) {
    const interval = klineIntervals[name];
    const endOf = ({ start }: Candle) => candleStartFrom(interval, start + 1);
    // One more begins before the span, and one of the long ones ends after it.
    const limit = Math.ceil((to - from) / lengthMs(interval)) + 2;
    const candles = await marketData.candles(state, { interval, limit, before: to });
    const whole = candles.filter((candle) => endOf(candle) > from && endOf(candle) <= to);
    const lines = whole.map((candle) => klineLine(candle, endOf(candle), taken));
    files.push(
      ...(await fileOf({ ...of, kind: 'klines', interval: name }, [Buffer.from(lines.join(''))])),
    );
    await nextTurn();
  }
  return files;
}

/** None for a document without lines. */
async function fileOf(name: FileName, parts: readonly Buffer[]): Promise<NewFile[]> {
  const document = Buffer.concat(parts);
  if (document.length === 0) return [];
  const { content, packed } = await packDocument(document);
  const { head, tail } = zipFrame({ ...packed, name: csvName(name), day: firstDayOf(name) });
  const zip = Buffer.concat([head, content, tail]);
  return [
    {
      path: pathOf(name),
      content: zip,
      sha256: createHash('sha256').update(zip).digest(),
      bytes: zip.length,
      documentBytes: packed.documentBytes,
      documentCrc: packed.crc,
    },
  ];
}
