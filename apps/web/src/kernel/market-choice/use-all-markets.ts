/** All markets: both trade lists as one. */
import { useMemo } from 'react';
import { useMarkets } from '../quotes/market-feed.ts';
import type { Instrument } from '../quotes/quote.ts';

export interface AllMarkets {
  /** Undefined until both are loaded, or one is and the other failed. */
  data: readonly Instrument[] | undefined;
  /** True if both failed. */
  isError: boolean;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/** Crypto first. One failed list does not hide the other. */
export function useAllMarkets(): AllMarkets {
  const crypto = useMarkets('crypto');
  const others = useMarkets('metalsAndForex');
  const isSettled = !crypto.isPending && !others.isPending;
  const data = useMemo(
    () =>
      isSettled && (crypto.data || others.data)
        ? [...(crypto.data ?? []), ...(others.data ?? [])]
        : undefined,
    [isSettled, crypto.data, others.data],
  );
  return {
    data,
    isError: crypto.isError && others.isError,
    error: crypto.error,
    refetch: () => Promise.all([crypto.refetch(), others.refetch()]),
  };
}
