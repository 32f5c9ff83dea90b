/** A live source that speaks HTX's public interface: HTX itself, or another exchange of the same format. */
import type { PriceSource, SourceQuote } from '../../price-source.ts';
import type { ThrottledLog } from '../throttled-log.ts';
import { createSemaphore } from '../semaphore.ts';
import type { SymbolNames } from '../source-settings.ts';
import { fetchHtxCandles } from './htx-candles.ts';
import { fetchHtxTrades } from './htx-trades.ts';
import { hearHtx, topicsOf } from './htx-messages.ts';
import { openHtxSocket } from './htx-socket.ts';
import type { SocketTiming } from './htx-timing.ts';

export interface HtxSourceOptions {
  readonly name: string;
  /** "https://api.huobi.pro" */
  readonly url: string;
  readonly symbols: SymbolNames;
  now(): number;
  readonly logThrottled: ThrottledLog;
  readonly timing?: Partial<SocketTiming>;
}

/** Questions under way at once. */
const ASKED_AT_ONCE = 4;

export function createHtxSource(options: HtxSourceOptions): PriceSource {
  const { name, symbols, logThrottled } = options;
  const base = options.url.replace(/\/+$/, '');
  const ours = new Map([...symbols].map(([symbol, theirs]) => [theirs, symbol]));
  const withPermit = createSemaphore(ASKED_AT_ONCE);
  let close = (): void => undefined;
  return {
    name,
    symbols: new Set(symbols.keys()),
    start(receive: (quote: SourceQuote) => void) {
      close = openHtxSocket({
        url: `${base.replace(/^http/, 'ws')}/ws`,
        topics: [...symbols.values()].flatMap(topicsOf),
        now: options.now,
        read: (message) => hearHtx(message, (theirs) => ours.get(theirs)),
        onHeard(heard) {
          if (heard.kind === 'quotes') for (const quote of heard.quotes) receive(quote);
          else if (heard.kind === 'refused') logThrottled(name, 'it refused us', heard.reason);
        },
        onTrouble: (what, detail) => logThrottled(name, what, detail),
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
