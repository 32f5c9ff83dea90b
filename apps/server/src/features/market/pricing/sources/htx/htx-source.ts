/** A live source with HTX's public API: HTX itself, or another exchange of the same format. */
import type { LiveSource, SourceLog, SourceQuote, SymbolNames } from '../../price-source.ts';
import { createSemaphore } from '../../../../../platform/semaphore.ts';
import { fetchHtxCandles } from './htx-candles.ts';
import { fetchHtxTrades } from './htx-trades.ts';
import { parseHtxMessage, topicsOf } from './htx-messages.ts';
import { openHtxSocket } from './htx-socket.ts';
import type { SocketTiming } from './htx-watchdog.ts';

export interface HtxSourceOptions {
  readonly name: string;
  /** "https://api.huobi.pro" */
  readonly url: string;
  readonly symbols: SymbolNames;
  now(): number;
  readonly logProblem: SourceLog;
  readonly timing?: Partial<SocketTiming>;
}

/** Concurrent HTTP requests. */
const REQUESTS_MAX = 4;

export function createHtxSource(options: HtxSourceOptions): LiveSource {
  const { name, symbols, logProblem } = options;
  const base = options.url.replace(/\/+$/, '');
  const ours = new Map([...symbols].map(([symbol, theirs]) => [theirs, symbol]));
  const withPermit = createSemaphore(REQUESTS_MAX);
  let close = (): void => undefined;
  return {
    name,
    symbols: new Set(symbols.keys()),
    start(receive: (quote: SourceQuote) => void) {
      close = openHtxSocket({
        url: `${base.replace(/^http/, 'ws')}/ws`,
        topics: [...symbols.values()].flatMap(topicsOf),
        now: options.now,
        read: (message) => parseHtxMessage(message, (theirs) => ours.get(theirs)),
        onMessage(message) {
          if (message.kind === 'quotes') for (const quote of message.quotes) receive(quote);
          else if (message.kind === 'rejected')
            logProblem(name, 'it rejected a subscription', message.reason);
        },
        onTrouble: (what, detail) => logProblem(name, what, detail),
        ...(options.timing === undefined ? {} : { timing: options.timing }),
      });
    },
    async fetchCandles(span) {
      const theirs = symbols.get(span.symbol);
      if (theirs === undefined) return [];
      return withPermit(() => fetchHtxCandles(base, { ...span, theirs }));
    },
    async fetchTrades(span) {
      const theirs = symbols.get(span.symbol);
      if (theirs === undefined) return [];
      return withPermit(() => fetchHtxTrades(base, { ...span, theirs }));
    },
    stop: () => close(),
  };
}
