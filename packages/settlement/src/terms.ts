/** What is frozen on a short contract when it is placed: later configuration cannot reach back (rules §4). */
import { formatDecimal, type Price, type Rate } from '@tern/money';

/** The version of the rule in this package. A changed rule gets a new number and leaves this one as it is. */
export const SETTLEMENT_RULE = 1;

/** Rules §4: no opening tick within this time makes a contract void. */
export const OPEN_WITHIN_MS = 2_000;
/** Rules §4: a closing tick older than this at the due time makes a contract invalid. */
export const STALE_AFTER_MS = 10_000;

/** One reference tick, as the rule sees it. Ticks of a chain grow in `seq` and in `at`. */
export interface Tick {
  /** Position in the symbol's hash chain. */
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly price: Price;
}

/** The part of the terms that finds prices. Nothing here tells one member, stake or direction from another. */
export interface PriceTerms {
  readonly ruleVersion: typeof SETTLEMENT_RULE;
  /** "btcusdt" */
  readonly symbol: string;
  /** More than 0. */
  readonly durationSeconds: number;
  /** The opening tick is dated at most this long after acceptance. */
  readonly openWithinMs: number;
  /** The closing tick is at most this old at the due time. */
  readonly staleAfterMs: number;
}

export interface Terms extends PriceTerms {
  /** What a win pays per unit of stake, 0 or more: 0.85 pays 85 for 100. */
  readonly payoutRatio: Rate;
  /** Equal prices: the stake returns and the profit is 0. */
  readonly tieRule: 'stake-returns';
  /** "USDT" */
  readonly asset: string;
  /** Decimal places of the asset. */
  readonly assetScale: number;
}

/** The terms that every contract of rule 1 shares. */
export const RULE_TERMS = {
  ruleVersion: SETTLEMENT_RULE,
  openWithinMs: OPEN_WITHIN_MS,
  staleAfterMs: STALE_AFTER_MS,
  tieRule: 'stake-returns',
} as const;

/**
 * The text whose SHA-256 is the hash of the terms.
 * Shape: `tern contract terms|rule|symbol|seconds|openWithinMs|staleAfterMs|ratio|tie rule|asset|scale`.
 */
export function termsText(terms: Terms): string {
  return [
    'tern contract terms',
    terms.ruleVersion,
    terms.symbol,
    terms.durationSeconds,
    terms.openWithinMs,
    terms.staleAfterMs,
    formatDecimal(terms.payoutRatio),
    terms.tieRule,
    terms.asset,
    terms.assetScale,
  ].join('|');
}
