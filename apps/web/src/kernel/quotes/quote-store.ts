/** Live quotes by symbol: a part rerenders when the figures of its market that it shows change. */
import { useSyncExternalStore } from 'react';
import type { Instrument, Quote } from './quote.ts';
import { showNoMore, showSoon } from './repaint.ts';

const quotes = new Map<string, Quote>();
const instruments = new Map<string, Instrument>();
const listeners = new Map<string, Set<() => void>>();
let pending = new Map<string, () => Quote>();

/** Shows pending quotes immediately: a new list must not appear row by row. */
export function flushQuotes(): void {
  showNoMore(flushQuotes);
  const moved = pending;
  pending = new Map();
  for (const [symbol, read] of moved) {
    const quote = read();
    const isSame = isSameQuote(quotes.get(symbol), quote);
    quotes.set(symbol, quote);
    if (!isSame) for (const listener of listeners.get(symbol) ?? []) listener();
  }
}

/** Whether nothing but the time of arrival differs. */
function isSameQuote(known: Quote | undefined, quote: Quote): boolean {
  const figures = Object.keys(quote) as (keyof Quote)[];
  return figures.every((key) => key === 'at' || known?.[key] === quote[key]);
}

/** Takes a quote from a feed; read and shown at the next repaint, so that of many only the last one costs. */
export function putQuote(symbol: string, read: () => Quote): void {
  pending.set(symbol, read);
  showSoon(flushQuotes);
}

/** Takes a market's static data. */
export function putInstrument(instrument: Instrument): void {
  instruments.set(instrument.symbol, instrument);
  for (const listener of listeners.get(instrument.symbol) ?? []) listener();
}

/** When the newest quote arrived, milliseconds since 1970; undefined if there is none. */
export function newestQuoteAt(): number | undefined {
  const moments = [...quotes.values()].map(({ at }) => at);
  return moments.length === 0 ? undefined : Math.max(...moments);
}

/** The latest quote outside React. */
export function quoteOf(symbol: string): Quote | undefined {
  return pending.get(symbol)?.() ?? quotes.get(symbol);
}

function subscribeTo(symbol: string): (listener: () => void) => () => void {
  return (listener) => {
    const known = listeners.get(symbol) ?? new Set();
    listeners.set(symbol, known);
    known.add(listener);
    return () => known.delete(listener);
  };
}

const subscriptions = new Map<string, (listener: () => void) => () => void>();

function subscriptionOf(symbol: string): (listener: () => void) => () => void {
  const known = subscriptions.get(symbol);
  if (known) return known;
  const subscription = subscribeTo(symbol);
  subscriptions.set(symbol, subscription);
  return subscription;
}

/** The market of a symbol outside React, once a list with it was loaded. */
export function knownInstrument(symbol: string): Instrument | undefined {
  return instruments.get(symbol);
}

type Figure = string | number | boolean | undefined;

/**
 * What a part shows of a symbol's quote; it rerenders only when that changes. The quote is undefined while unknown. The
 * screen must also subscribe to its feed.
 */
export function useQuoteFigure<Shown extends Figure>(
  symbol: string,
  read: (quote: Quote | undefined) => Shown,
): Shown {
  return useSyncExternalStore(subscriptionOf(symbol), () => read(quotes.get(symbol)));
}

/** The whole live quote, for parts that show all of it; most show less: `useQuoteFigure`. */
export function useQuote(symbol: string): Quote | undefined {
  return useSyncExternalStore(subscriptionOf(symbol), () => quotes.get(symbol));
}

/** The market of a symbol, once a list with it was loaded. */
export function useInstrument(symbol: string): Instrument | undefined {
  return useSyncExternalStore(subscriptionOf(symbol), () => instruments.get(symbol));
}
