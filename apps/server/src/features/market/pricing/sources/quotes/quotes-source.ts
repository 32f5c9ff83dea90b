/** A live source for metals and forex that is polled over HTTP (docs/features/market/market.md). */
import type { Amount, Price } from '@tern/money';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { LiveSource, SourceLog, SourceQuote, SymbolNames } from '../../price-source.ts';
import { fetchText } from '../bounded-fetch.ts';
import { DecimalText, exactly, parseWithTexts, WholeText } from '../exact-numbers.ts';

const QuotesAnswer = Type.Object({
  quotes: Type.Array(
    Type.Object({
      symbol: Type.String({ minLength: 1, maxLength: 40 }),
      price: DecimalText(),
      at: WholeText(),
    }),
    { maxItems: 1_000 },
  ),
});
const isQuotesAnswer = Compile(QuotesAnswer);

export interface QuotesSourceOptions {
  readonly name: string;
  readonly url: string;
  readonly token: string | undefined;
  readonly symbols: SymbolNames;
  readonly logProblem: SourceLog;
  readonly timing?: { readonly everyMs: number; readonly timeoutMs: number };
}

/** The next poll follows `everyMs` after each answer or timeout. */
const TIMING = { everyMs: 1_500, timeoutMs: 2_000 };
const BYTES_MAX = 256 * 1024;

export function createQuotesSource(options: QuotesSourceOptions): LiveSource {
  const { name, token, symbols, logProblem } = options;
  const { everyMs, timeoutMs } = options.timing ?? TIMING;
  const ours = new Map([...symbols].map(([symbol, theirs]) => [theirs, symbol]));
  const url = new URL(options.url);
  url.searchParams.set('symbols', [...symbols.values()].join(','));
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const poll = async (receive: (quote: SourceQuote) => void): Promise<void> => {
    try {
      const text = await fetchText({ url: url.href, headers, timeoutMs, bytesMax: BYTES_MAX });
      const answer = parseWithTexts(text);
      if (!isQuotesAnswer.Check(answer)) throw new Error('its quotes are invalid');
      for (const { symbol: theirs, price, at } of answer.quotes) {
        const symbol = ours.get(theirs);
        if (symbol === undefined || isStopped) continue;
        const quantity = 0n as Amount;
        receive({
          symbol,
          price: exactly<Price>(price),
          quantity,
          takerSide: 'buy',
          at: Number(at),
        });
      }
    } catch (error) {
      if (!isStopped) logProblem(name, 'its quotes could not be fetched', error);
    }
    if (!isStopped) timer = setTimeout(() => void poll(receive), everyMs);
  };
  return {
    name,
    symbols: new Set(symbols.keys()),
    start: (receive) => void poll(receive),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
