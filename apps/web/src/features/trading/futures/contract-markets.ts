/** The markets that offer timed contracts, in list order, and the return of each; pure. */
import type { ContractTerms } from '../../../kernel/contract-terms.ts';
import { findMarkets } from '../../../kernel/market-choice/market-search.ts';
import type { Instrument } from '../../../kernel/quotes/quote.ts';
import { percentOf } from './contract-view.ts';

export interface ContractMarket {
  instrument: Instrument;
  isOpen: boolean;
  /** When a closed market opens next; null while open or unknown. */
  opensAt: string | null;
}

/** Search results, best matches first; closed markets come last. */
export function contractMarkets(
  markets: readonly Instrument[],
  terms: ContractTerms,
  typed: string,
): ContractMarket[] {
  const offered = new Map(terms.markets.map((market) => [market.symbol, market]));
  const listed = findMarkets(markets, typed).flatMap((instrument) => {
    const { isOpen, opensAt } = offered.get(instrument.symbol) ?? {};
    return isOpen === undefined ? [] : [{ instrument, isOpen, opensAt: opensAt ?? null }];
  });
  return [...listed.filter(({ isOpen }) => isOpen), ...listed.filter(({ isOpen }) => !isOpen)];
}

/**
 * The smallest and largest return of several durations; undefined for none. **Units**: ratios of the stake in, percent
 * points as decimal text out.
 */
export function returnRange(ratios: readonly string[]): { low: string; high: string } | undefined {
  const percents = ratios
    .flatMap((ratio) => percentOf(ratio) ?? [])
    .toSorted((one, other) => Number(one) - Number(other));
  const [low, high] = [percents[0], percents.at(-1)];
  return low === undefined || high === undefined ? undefined : { low, high };
}
