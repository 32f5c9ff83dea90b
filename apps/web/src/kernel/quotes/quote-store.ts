/** Live quotes by symbol: a row rerenders when its own market changes, at most four times a second. */
import { useSyncExternalStore } from 'react';
import type { Instrument, Quote } from './quote.ts';

/** Our choice, measured: 250 ms costs a third of rerendering per message. */
const FLUSH_MS = 250;

const quotes = new Map<string, Quote>();
const instruments = new Map<string, Instrument>();
const listeners = new Map<string, Set<() => void>>();
let pending = new Map<string, Quote>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows pending quotes immediately: a new list must not appear row by row. */
export function flushQuotes(): void {
  clearTimeout(timer);
  timer = undefined;
  const moved = pending;
  pending = new Map();
  for (const [symbol, quote] of moved) {
    quotes.set(symbol, quote);
    for (const listener of listeners.get(symbol) ?? []) listener();
  }
}

/** Takes a quote from a feed; shown at the next flush. */
export function putQuote(symbol: string, quote: Quote): void {
  pending.set(symbol, quote);
  timer ??= setTimeout(flushQuotes, FLUSH_MS);
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
  return pending.get(symbol) ?? quotes.get(symbol);
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

/** The live quote of a symbol; undefined while unknown. The screen must also subscribe to its feed. */
export function useQuote(symbol: string): Quote | undefined {
  return useSyncExternalStore(subscriptionOf(symbol), () => quotes.get(symbol));
}

/** The market of a symbol, once a list with it was loaded. */
export function useInstrument(symbol: string): Instrument | undefined {
  return useSyncExternalStore(subscriptionOf(symbol), () => instruments.get(symbol));
}
