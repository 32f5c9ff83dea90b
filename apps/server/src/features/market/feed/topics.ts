/** The topics of the market socket, read from their names (rules §11). */
import { type Interval, intervals } from '../candles/intervals.ts';

export type Topic =
  | { readonly kind: 'tickers' }
  | { readonly kind: 'detail'; readonly symbol: string }
  | { readonly kind: 'trades'; readonly symbol: string }
  | { readonly kind: 'depth'; readonly symbol: string; readonly step: number }
  | { readonly kind: 'kline'; readonly symbol: string; readonly interval: Interval };

export type TopicProblem = 'invalid topic' | 'invalid symbol';

const NAME =
  /^market\.([^.]{1,20})\.(detail|trade\.detail|depth\.step([0-5])|kline\.([0-9a-z]{4,6}))$/;

/** Fails with: the text of the error frame. */
export function topicNamed(
  name: unknown,
  isSymbol: (symbol: string) => boolean,
): Topic | TopicProblem {
  if (typeof name !== 'string' || name.length > 64) return 'invalid topic';
  if (name === 'market.tickers') return { kind: 'tickers' };
  const [, symbol, kind, step, period] = NAME.exec(name) ?? [];
  if (symbol === undefined || kind === undefined) return 'invalid topic';
  const interval = intervals.find((candidate) => candidate === period);
  if (period !== undefined && interval === undefined) return 'invalid topic';
  if (!isSymbol(symbol)) return 'invalid symbol';
  if (interval !== undefined) return { kind: 'kline', symbol, interval };
  if (step !== undefined) return { kind: 'depth', symbol, step: Number(step) };
  return { kind: kind === 'detail' ? 'detail' : 'trades', symbol };
}
