/** The names of history files, in the layout of Binance's public data. Pure. */
import type { Interval } from '../../../kernel/prices/intervals.ts';
import { dayOf, startOfDay } from '../../../platform/clock.ts';

export type Span = 'daily' | 'monthly';
export type Kind = 'klines' | 'trades' | 'aggTrades';

/** Binance's names of intervals. Weeks and months have files of months only. */
export const klineIntervals = {
  '1m': '1min',
  '5m': '5min',
  '15m': '15min',
  '30m': '30min',
  '1h': '60min',
  '4h': '4hour',
  '1d': '1day',
  '1w': '1week',
  '1mo': '1mon',
} as const satisfies Record<string, Interval>;
export type KlineInterval = keyof typeof klineIntervals;

const names = Object.keys(klineIntervals) as KlineInterval[];
const isLong = (interval: KlineInterval) => interval === '1w' || interval === '1mo';
/** The intervals that have files of days. */
export const dailyIntervals: readonly KlineInterval[] = names.filter((name) => !isLong(name));
export const longIntervals: readonly KlineInterval[] = names.filter(isLong);

export interface FileName {
  readonly span: Span;
  readonly kind: Kind;
  /** In upper case. */
  readonly symbol: string;
  /** Of klines. */
  readonly interval?: KlineInterval | undefined;
  /** `2026-11-28`, or of a month `2026-11`. */
  readonly date: string;
}

/** Of the zip: `data/spot/daily/klines/BTCUSDT/1m/BTCUSDT-1m-2026-11-28.zip`. */
export function pathOf(name: FileName): string {
  return `${folderOf(name)}${documentName(name)}.zip`;
}

export function folderOf({ span, kind, symbol, interval }: Omit<FileName, 'date'>): string {
  return `data/spot/${span}/${kind}/${symbol}/${interval === undefined ? '' : `${interval}/`}`;
}

/** Without an ending. */
const documentName = ({ kind, symbol, interval, date }: FileName) =>
  `${symbol}-${interval ?? kind}-${date}`;

/** The file in the zip. */
export const csvName = (name: FileName) => `${documentName(name)}.csv`;

const PATH =
  /^data\/spot\/(daily|monthly)\/(klines|trades|aggTrades)\/([A-Z0-9]{1,20})\/(?:(\w{2,3})\/)?[A-Z0-9]+-\w+-(\d{4}-\d{2}(?:-\d{2})?)\.zip$/;

/** Undefined when no file can have this path. */
export function parsePath(path: string): FileName | undefined {
  const [, span, kind, symbol = '', named, date = ''] = PATH.exec(path) ?? [];
  const interval = names.find((each) => each === named);
  const name = { span, kind, symbol, interval, date } as FileName;
  return pathOf(name) === path && isNamable(name) ? name : undefined;
}

function isNamable({ span, kind, interval, date }: FileName): boolean {
  const isDay = date.length === DAY_LENGTH;
  if (isDay !== (span === 'daily') || (interval !== undefined) !== (kind === 'klines'))
    return false;
  if (isDay && interval !== undefined && isLong(interval)) return false;
  const at = Date.parse(isDay ? date : `${date}-01`);
  return !Number.isNaN(at) && dayOf(at).startsWith(date);
}

const DAY_LENGTH = '2026-11-28'.length;

/** Of a month its first day: `2026-11-01`. */
export const firstDayOf = ({ span, date }: Pick<FileName, 'span' | 'date'>): string =>
  span === 'daily' ? date : `${date}-01`;

export const monthOf = (at: number): string => dayOf(at).slice(0, '2026-11'.length);
export const startOfMonth = (month: string): number => startOfDay(`${month}-01`);

export function endOfMonth(month: string): number {
  const date = new Date(startOfMonth(month));
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
