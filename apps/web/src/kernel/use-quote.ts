/** What an entered amount costs or yields by the server, fetched when typing rests. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { decimal, formatDecimal } from '@tern/money';
import { useEffect, useState } from 'react';
import { limitFault, type Limits } from './amount-limits.ts';

/** A call for each keystroke would be too many. */
const REST_MS = 250;
/** A quote names dates, which change at midnight. */
const REFRESH_MS = 60_000;

/** The value once it has not changed for a moment; until then the one before. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export interface QuoteSource<Quote> {
  /** The cache key without the amount. */
  key: readonly unknown[];
  load: (amount: string, signal: AbortSignal) => Promise<Quote>;
  limits: Limits;
}

export interface QuoteState<Quote> {
  /** Undefined without an amount within the limits. */
  quote: Quote | undefined;
  /** The quote is that of the amount before. */
  isLate: boolean;
  hasFailed: boolean;
  retry: () => void;
  /** Typing rests: a fault of the amount may be shown. */
  isAtRest: boolean;
}

/** `amount` as typed. While another amount is fetched, the quote before stays. */
export function useQuote<Quote>(source: QuoteSource<Quote>, amount: string): QuoteState<Quote> {
  const { key, load, limits } = source;
  const settled = useSettled(amount);
  const isWithin = limitFault(settled, limits) === undefined;
  const asked = isWithin ? formatDecimal(decimal(settled)) : '';
  const query = useQuery({
    queryKey: [...key, asked],
    queryFn: ({ signal }) => load(asked, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    enabled: isWithin,
  });
  const isAtRest = settled === amount;
  return {
    quote: isWithin ? query.data : undefined,
    isLate: !isAtRest || query.isPlaceholderData,
    hasFailed: isWithin && query.isError && query.data === undefined,
    retry: () => void query.refetch(),
    isAtRest: isAtRest && amount !== '',
  };
}
