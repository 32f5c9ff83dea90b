/** What changes of a market by an agreed version: its fees, and the jump that halts it. Pure. */
import type { Rate } from '@tern/money';

/** Ratios. */
export interface MarketTerms {
  makerFee: Rate;
  takerFee: Rate;
  /** How far the price may move within ten seconds; beyond it the market halts automatically (ADR 94). */
  jumpBound: Rate;
}

/** In display order. */
export const marketTermsFields = ['makerFee', 'takerFee', 'jumpBound'] as const;

/** An agreed change; what it does not name stays. */
export interface MarketTermsVersion {
  readonly id: number;
  /** Epoch ms. */
  readonly effectiveAt: number;
  readonly change: Partial<MarketTerms>;
}

/**
 * The terms in force at `at` (epoch ms). Versions are known long before their time, so every instance changes at that time by
 * its clock.
 */
export function termsAt(
  listed: Readonly<MarketTerms> & { readonly versions?: readonly MarketTermsVersion[] },
  at: number,
): MarketTerms {
  const { makerFee, takerFee, jumpBound, versions = [] } = listed;
  const since = versions.filter(({ effectiveAt }) => effectiveAt <= at);
  return Object.assign({ makerFee, takerFee, jumpBound }, ...since.map(({ change }) => change));
}
