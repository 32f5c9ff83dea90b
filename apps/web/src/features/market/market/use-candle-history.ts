/** A market's candles while its chart is shown: loaded, live, and caught up after every outage. */
import type { CandleMessage, Push } from '@tern/protocol/client';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { subscribeToMarket, useFeedState } from '../../../kernel/quotes/market-feed.ts';
import type { Instrument } from '../../../kernel/quotes/quote.ts';
import { useQuoteFigure } from '../../../kernel/quotes/quote-store.ts';
import { showNoMore, showSoon } from '../../../kernel/quotes/repaint.ts';
import { serverNow } from '../../../kernel/site-config.ts';
import { loadCandles } from './api.ts';
import { type Candle, candleOfMessage } from './candle.ts';
import { CandleHistory } from './candle-history.ts';
import type { Interval } from './intervals.ts';

/** Quotes have no volume: while they drive the last candle, the real one is fetched at this interval. */
const REFRESH_MS = 10_000;

function historyOf(symbol: string, interval: Interval): CandleHistory {
  const load = (query: { num: number; before?: number }) =>
    loadCandles({ symbol, interval, ...query });
  return new CandleHistory({ interval, load, now: serverNow });
}

/** Rerenders with every change of the candles but the running one's figures: parts that show them use `useRunning`. */
export function useCandleHistory(market: Instrument, interval: Interval): CandleHistory {
  const { symbol } = market;
  const [made, setMade] = useState(() => ({ symbol, history: historyOf(symbol, interval) }));
  let { history } = made;
  if (made.symbol !== symbol || history.interval !== interval) {
    history = historyOf(symbol, interval);
    setMade({ symbol, history });
  }
  useHistory(history, () => history.version);
  useEffect(() => void history.open(), [history]);
  useLiveCandles(history, market);
  useLivePrice(history, market);
  return history;
}

function useHistory<Shown>(history: CandleHistory, read: () => Shown): Shown {
  const subscribe = useCallback((listener: () => void) => history.subscribe(listener), [history]);
  return useSyncExternalStore(subscribe, read);
}

/** The running candle, rerendered as it moves. */
export function useRunning(history: CandleHistory): Candle | undefined {
  return useHistory(history, () => history.running);
}

/** The price at which the running candle stands, rerendered when it differs. */
export function useClose(history: CandleHistory): string | undefined {
  return useHistory(history, () => history.running?.close);
}

/** Crypto: subscribes to the interval's topic; what was missed while the socket was down is fetched. */
function useLiveCandles(history: CandleHistory, market: Instrument): void {
  const isWanted = market.class === 'crypto';
  const isLive = useFeedState() === 'live';
  useEffect(() => {
    if (!isWanted) return undefined;
    const topic = `market.${market.symbol}.kline.${history.interval}`;
    // The newest message of each candle: a candle that has closed is still shown as it closed.
    const waiting = new Map<number, CandleMessage>();
    const show = () => {
      const moved = [...waiting.values()];
      waiting.clear();
      for (const candle of moved) history.takeLive(candleOfMessage(candle));
    };
    const stop = subscribeToMarket(topic, (message: Push) => {
      if (!('tick' in message)) return;
      const candle = message.tick as CandleMessage;
      waiting.set(candle.id, candle);
      showSoon(show);
    });
    return () => {
      stop();
      showNoMore(show);
    };
  }, [history, isWanted, market.symbol]);
  useEffect(() => {
    if (isWanted && isLive) void history.catchUp();
  }, [history, isWanted, isLive]);
}

/** Metals and forex: uses the polled quotes while the market is open. */
function useLivePrice(history: CandleHistory, market: Instrument): void {
  const isWanted = market.class !== 'crypto' && market.isOpen;
  const price = useQuoteFigure(market.symbol, (live) => (isWanted ? live?.price : undefined));
  useEffect(() => {
    if (price !== undefined) history.takePrice(price, serverNow());
  }, [history, price]);
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setInterval(() => void history.catchUp(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [history, isWanted]);
}
