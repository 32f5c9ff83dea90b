/** The last known markets of this device, shown with their time while offline. */
import { useSyncExternalStore } from 'react';
import { type Slot, slot } from '../../platform/storage.ts';
import type { MarketKind } from '../first-paint.ts';
import type { Instrument, StoredMarket } from './quote.ts';
import { quoteOf } from './quote-store.ts';

/** Lists arrive every few seconds; write them to storage less often. */
const WRITE_EVERY_MS = 30_000;

function isStoredMarket(value: unknown): value is StoredMarket[] {
  return (
    Array.isArray(value) &&
    value.every((stored: Partial<StoredMarket> | null) => {
      const instrument = stored?.instrument;
      return typeof instrument?.symbol === 'string' && Array.isArray(instrument.spark);
    })
  );
}

const slots: Record<MarketKind, Slot<StoredMarket[]>> = {
  crypto: slot('prices-crypto', isStoredMarket),
  metalsAndForex: slot('prices-metals-forex', isStoredMarket),
};

const shown = new Map<MarketKind, readonly Instrument[]>();
/** Kinds whose displayed list comes from storage. */
const old = new Set<MarketKind>();
const listeners = new Set<() => void>();
const writtenAt = new Map<MarketKind, number>();

function write(kind: MarketKind, instruments: readonly Instrument[]): void {
  writtenAt.set(kind, Date.now());
  slots[kind].write(
    instruments.map((instrument) => {
      const quote = quoteOf(instrument.symbol);
      return quote ? { instrument, quote } : { instrument };
    }),
  );
}

/** Stores a list that just arrived; its newest quotes are stored when the page is hidden. */
function storeMarkets(kind: MarketKind, instruments: readonly Instrument[]): void {
  shown.set(kind, instruments);
  mark(kind, false);
  if (Date.now() - (writtenAt.get(kind) ?? 0) >= WRITE_EVERY_MS) write(kind, instruments);
}

/** The stored list, to be shown now; undefined if this device never had it. */
export function takeStoredMarkets(kind: MarketKind): readonly StoredMarket[] | undefined {
  const stored = slots[kind].read();
  mark(kind, stored !== undefined);
  return stored;
}

function mark(kind: MarketKind, isOld: boolean): void {
  if (old.has(kind) === isOld) return;
  if (isOld) old.add(kind);
  else old.delete(kind);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while the prices shown are from an earlier visit. */
export function useArePricesStored(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => old.size > 0,
    () => false,
  );
}

/** Stores the lists of `followLists`, and their newest prices when the page is hidden or the connection is lost. */
export function storeLastPrices(followLists: (listener: typeof storeMarkets) => void): void {
  const writeAll = () => {
    for (const [kind, instruments] of shown) write(kind, instruments);
  };
  followLists(storeMarkets);
  addEventListener('pagehide', writeAll);
  addEventListener('offline', writeAll);
}
