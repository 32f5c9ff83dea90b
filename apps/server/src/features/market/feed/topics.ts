/** Parses the topic names of the market socket. */
import { type Interval, intervals } from '../../../kernel/prices/intervals.ts';

export type Topic =
  | { readonly kind: 'tickers' }
  /** The newest checkpoint of the public log. */
  | { readonly kind: 'checkpoint' }
  | { readonly kind: 'detail' | 'ticker' | 'bbo'; readonly symbol: string }
  | { readonly kind: 'trades'; readonly symbol: string }
  | {
      readonly kind: 'depth';
      readonly symbol: string;
      readonly step: number;
      /** The maximum when absent. */
      readonly levels?: number;
    }
  /** The best levels of the book, complete in every message. */
  | { readonly kind: 'book'; readonly symbol: string; readonly levels: number }
  | BookTopic
  | { readonly kind: 'kline'; readonly symbol: string; readonly interval: Interval };

/** The changes among the best levels of the book. */
export interface BookTopic {
  readonly kind: 'book-changes';
  readonly symbol: string;
  readonly levels: number;
}

export type TopicProblem = 'invalid topic' | 'invalid symbol';

const NAME = new RegExp(
  [
    '^market\\.(?<symbol>[^.]{1,20})\\.',
    '(?:(?<plain>detail|ticker|bbo|trade\\.detail)|depth\\.step(?<step>[0-5])',
    '|kline\\.(?<period>[0-9a-z]{4,6})',
    '|mbp\\.(?<changes>5|20|150|400)|mbp\\.refresh\\.(?<whole>5|10|20))$',
  ].join(''),
);

/** Without such a topic, the text of the error frame. */
export function topicNamed(
  name: unknown,
  isSymbol: (symbol: string) => boolean,
): Topic | TopicProblem {
  if (typeof name !== 'string' || name.length > 64) return 'invalid topic';
  if (name === 'market.tickers') return { kind: 'tickers' };
  if (name === 'log.checkpoint') return { kind: 'checkpoint' };
  const parts = NAME.exec(name)?.groups;
  const symbol = parts?.['symbol'];
  if (parts === undefined || symbol === undefined) return 'invalid topic';
  const interval = intervals.find((candidate) => candidate === parts['period']);
  if (parts['period'] !== undefined && interval === undefined) return 'invalid topic';
  if (!isSymbol(symbol)) return 'invalid symbol';
  if (interval !== undefined) return { kind: 'kline', symbol, interval };
  const { plain, step, changes, whole } = parts;
  if (step !== undefined) return { kind: 'depth', symbol, step: Number(step) };
  if (changes !== undefined) return { kind: 'book-changes', symbol, levels: Number(changes) };
  if (whole !== undefined) return { kind: 'book', symbol, levels: Number(whole) };
  if (plain === 'trade.detail') return { kind: 'trades', symbol };
  return { kind: plain as 'detail' | 'ticker' | 'bbo', symbol };
}
