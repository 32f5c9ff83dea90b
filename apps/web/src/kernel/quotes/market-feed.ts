/** The sources of quotes: lists over HTTP, crypto by socket, metals and forex polled every two seconds. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Push } from '@tern/protocol/client';
import { useNumberLocale } from '@tern/ui';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { CallError } from '../../platform/http/call-error.ts';
import { call } from '../../platform/http/call.ts';
import { namedIn } from '../asset-name.ts';
import { queryClient } from '../query-client.ts';
import { type FeedState, MarketSocket } from '../../platform/sockets/market-socket.ts';
import { type MarketKind, marketListOf } from '../first-paint.ts';
import {
  type Instrument,
  instrumentOf,
  type StoredMarket,
  quoteOfRow,
  quoteOfTicker,
} from './quote.ts';
import { flushQuotes, putInstrument, putQuote, useInstrument } from './quote-store.ts';

export type { MarketKind };

const POLL_MS = 2000;
const LIST_FRESH_MS = 60_000;

const socket = new MarketSocket('/ws');

/** Not part of home's first load. */
const lastPrices = () => import('./stored-markets.ts');

type OnList = (kind: MarketKind, instruments: readonly Instrument[]) => void;
let onList: OnList | undefined;
/** Kinds whose list is from an earlier visit. */
const storedKinds = new Set<MarketKind>();

/** Registers one listener for every market list, including those already loaded: it stores the last prices. */
export function followLists(listener: OnList): void {
  onList = listener;
  for (const kind of ['crypto', 'metalsAndForex'] as const) {
    const known = queryClient.getQueryData<Instrument[]>(marketsKey(kind));
    if (known && !storedKinds.has(kind)) listener(kind, known);
  }
}

async function loadMarkets(kind: MarketKind, signal: AbortSignal): Promise<Instrument[]> {
  try {
    return await fetchMarkets(kind, signal);
  } catch (error) {
    const isFirst = queryClient.getQueryData(marketsKey(kind)) === undefined;
    const isLost =
      error instanceof CallError && (error.kind === 'network' || error.kind === 'timeout');
    if (!isFirst || !isLost) throw error;
    const stored = (await lastPrices()).takeStoredMarkets(kind);
    if (!stored) throw error;
    storedKinds.add(kind);
    return showStored(stored);
  }
}

/** Prices of an earlier visit: the strip below the title shows their time (app/deferred-startup.tsx). */
function showStored(stored: readonly StoredMarket[]): Instrument[] {
  for (const { instrument, quote } of stored) {
    putInstrument(instrument);
    if (quote) putQuote(instrument.symbol, () => quote);
  }
  flushQuotes();
  return stored.map(({ instrument }) => instrument);
}

async function fetchMarkets(kind: MarketKind, signal: AbortSignal): Promise<Instrument[]> {
  const { list } = await call('POST /base/tradelist', marketListOf(kind), { signal });
  const at = Date.now();
  const instruments = list.flatMap((row) => {
    const quote = quoteOfRow(row, at);
    const instrument = instrumentOf(row);
    putInstrument(instrument);
    if (quote) putQuote(row.symbol, () => quote);
    // Records need the decimal places of a delisted one.
    return row.isDelisted ? [] : [instrument];
  });
  flushQuotes();
  storedKinds.delete(kind);
  onList?.(kind, instruments);
  return instruments;
}

const MARKETS = 'markets';
const marketsKey = (kind: MarketKind) => [MARKETS, kind];

/** After a market was halted or opened again. */
export const refreshMarkets = () => queryClient.invalidateQueries({ queryKey: [MARKETS] });

const marketsQuery = (kind: MarketKind, isWanted: boolean) =>
  queryOptions({
    enabled: isWanted,
    queryKey: marketsKey(kind),
    queryFn: ({ signal }) => loadMarkets(kind, signal),
    staleTime: kind === 'crypto' ? LIST_FRESH_MS : POLL_MS,
    // Crypto lists are refetched too, less often: their sparklines grow hourly.
    refetchInterval: kind === 'crypto' ? LIST_FRESH_MS : POLL_MS,
  });

/**
 * The markets of a kind, with their quotes kept live while the screen is shown. Rows read their own quote with
 * `useQuote(symbol)`; `data` changes only when markets do. While disabled it neither fetches nor subscribes.
 */
export function useMarkets(kind: MarketKind, isWanted = true) {
  const listens = isWanted && kind === 'crypto';
  useEffect(() => (listens ? listenToTickers() : undefined), [listens]);
  const locale = useNumberLocale();
  const select = useMemo(() => namedIn(locale), [locale]);
  return useQuery({ ...marketsQuery(kind, isWanted), select });
}

/** The market of a symbol also where no list was shown before, as after a reload: records need its decimal places. */
export function useMarketOf(symbol: string): Instrument | undefined {
  const known = useInstrument(symbol);
  const isUnknown = known === undefined;
  const crypto = useQuery(marketsQuery('crypto', isUnknown));
  useQuery(marketsQuery('metalsAndForex', isUnknown && crypto.isSuccess));
  return known;
}

/** Prefetches for the next screen, which reports a failure. */
export function prefetchMarkets(kind: MarketKind): void {
  void queryClient.prefetchQuery(marketsQuery(kind, true));
}

function listenToTickers(): () => void {
  return socket.subscribe('market.tickers', (message) => {
    const { data } = message as Extract<Push, { data: unknown }>;
    const at = Date.now();
    for (const ticker of data) putQuote(ticker.symbol, () => quoteOfTicker(ticker, at));
  });
}

/** Outside React (a chart's data loader): subscribes to one topic; returns the unsubscribe function. */
export function subscribeToMarket(topic: string, listener: (message: Push) => void): () => void {
  return socket.subscribe(topic, (message) => listener(message as Push));
}

/** Whether the market socket is connected; for "Live" and "Reconnecting". */
export function useFeedState(): FeedState {
  const get = () => socket.state;
  return useSyncExternalStore((listener) => socket.onState(listener), get, get);
}
