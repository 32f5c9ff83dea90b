/** What is frozen on a short contract when it is placed: later configuration cannot reach back (rules §4). */
import { formatDecimal, type Price, type Rate } from '@tern/money';

/**
 * The version of the rule for new contracts. A contract keeps the version it was accepted under: rule 1 ignores backfilled
 * ticks and has no `openAfterMs` (ADR 17).
 */
export const SETTLEMENT_RULE = 2;

export const settlementRules = [1, 2] as const;
export type RuleVersion = (typeof settlementRules)[number];

/** Rules §4: no opening tick within this time makes a contract void. */
export const OPEN_WITHIN_MS = 2_000;
/** Where prices come from a live source, the opening tick is dated later than this after acceptance (ADR 17). */
export const LIVE_OPEN_AFTER_MS = 1_000;
/** Rules §4: a closing tick older than this at the due time makes a contract invalid. */
export const STALE_AFTER_MS = 10_000;

/** One reference tick, as the rule sees it. Ticks of a chain grow in `seq` and in `at`. */
export interface Tick {
  /** Position in the symbol's hash chain. */
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly price: Price;
  /** When the tick was made, epoch milliseconds, if we had paused at its time; null or absent otherwise. */
  readonly backfilledAt?: number | null | undefined;
}

/** Whether the tick was made after a pause of ours. */
export function isBackfilled(
  tick: Pick<Tick, 'backfilledAt'>,
): tick is { readonly backfilledAt: number } {
  return tick.backfilledAt !== undefined && tick.backfilledAt !== null;
}

/** The part of the terms that finds prices. Nothing here tells one member, stake or direction from another. */
export interface PriceTerms {
  readonly ruleVersion: RuleVersion;
  /** "btcusdt" */
  readonly symbol: string;
  /** More than 0. */
  readonly durationSeconds: number;
  /** The opening tick is dated later than this after acceptance; 0 under rule 1. */
  readonly openAfterMs: number;
  /** The opening tick is dated at most this long after `openAfterMs`. */
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

/** The terms that every new contract shares; `openAfterMs` is longer where prices come from a live source. */
export const RULE_TERMS = {
  ruleVersion: SETTLEMENT_RULE,
  openAfterMs: 0,
  openWithinMs: OPEN_WITHIN_MS,
  staleAfterMs: STALE_AFTER_MS,
  tieRule: 'stake-returns',
} as const;

/**
 * The text whose SHA-256 is the hash of the terms.
 * Shape: `tern contract terms|rule|symbol|seconds|openAfterMs|openWithinMs|staleAfterMs|ratio|tie rule|asset|scale`;
 * rule 1 has no `openAfterMs`.
 */
export function termsText(terms: Terms): string {
  return [
    'tern contract terms',
    terms.ruleVersion,
    terms.symbol,
    terms.durationSeconds,
    ...(terms.ruleVersion === 1 ? [] : [terms.openAfterMs]),
    terms.openWithinMs,
    terms.staleAfterMs,
    formatDecimal(terms.payoutRatio),
    terms.tieRule,
    terms.asset,
    terms.assetScale,
  ].join('|');
}
