/** The markets that take short contracts, in the order of their list, and what each returns; pure. */
import type { ContractTerms } from '../../kernel/contract-terms.ts';
import { findMarkets } from '../../kernel/market-choice/market-search.ts';
import type { Instrument } from '../../kernel/quotes/quote.ts';
import { percentOf } from './contract-view.ts';

export interface ContractMarket {
  instrument: Instrument;
  isOpen: boolean;
  /** When a closed market opens next; null while open, or when nobody knows. */
  opensAt: string | null;
}

/** Those that fit what was typed, best matches first; closed markets come last, because nothing can be placed there now. */
export function contractMarkets(
  markets: readonly Instrument[],
  terms: ContractTerms,
  typed: string,
): ContractMarket[] {
  const offered = new Map(terms.markets.map((market) => [market.coinname, market]));
  const listed = findMarkets(markets, typed).flatMap((instrument) => {
    const { isOpen, opensAt } = offered.get(instrument.symbol) ?? {};
    return isOpen === undefined ? [] : [{ instrument, isOpen, opensAt: opensAt ?? null }];
  });
  return [...listed.filter(({ isOpen }) => isOpen), ...listed.filter(({ isOpen }) => !isOpen)];
}

/**
 * The smallest and the largest return of several durations; undefined for none.
 * **Units**: ratios of the stake in, percent points as decimal text out.
 */
export function returnRange(ratios: readonly string[]): { low: string; high: string } | undefined {
  const percents = ratios
    .flatMap((ratio) => percentOf(ratio) ?? [])
    .toSorted((one, other) => Number(one) - Number(other));
  const [low, high] = [percents[0], percents.at(-1)];
  return low === undefined || high === undefined ? undefined : { low, high };
}
