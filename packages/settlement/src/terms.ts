/** The terms frozen on a timed contract when it is placed: later configuration does not affect it. */
import { formatDecimal, type Price, type Rate } from '@tern/money';

/**
 * The rule version of new contracts. A contract keeps the version it was accepted under: rule 1 ignores backfilled
 * ticks and has no `openAfterMs` (ADR 17).
 */
export const SETTLEMENT_RULE = 2;

export const settlementRules = [1, 2] as const;
export type RuleVersion = (typeof settlementRules)[number];

/** No opening tick within this time makes a contract void. */
export const OPEN_WITHIN_MS = 2_000;
/** In markets with a live source, the opening tick is dated later than this after acceptance (ADR 17). */
export const LIVE_OPEN_AFTER_MS = 1_000;
/** A closing tick older than this at the due time makes a contract invalid. */
export const STALE_AFTER_MS = 10_000;

/** The fields of a reference tick that the rule uses. `seq` and `at` increase along a chain. */
export interface Tick {
  /** Position in the symbol's hash chain. */
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly price: Price;
  /** When a backfilled tick was created, epoch milliseconds; null or absent for other ticks. */
  readonly backfilledAt?: number | null | undefined;
}

/** Whether the tick was created later, after a pause of the exchange. */
export function isBackfilled(
  tick: Pick<Tick, 'backfilledAt'>,
): tick is { readonly backfilledAt: number } {
  return tick.backfilledAt !== undefined && tick.backfilledAt !== null;
}

/** The part of the terms that determines prices. It contains no member, stake or direction. */
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
  /** Winnings per unit of stake, 0 or more: 0.85 pays 85 for 100. */
  readonly payoutRatio: Rate;
  /** At equal prices the stake is returned and the profit is 0. */
  readonly tieRule: 'stake-returns';
  /** "USDT" */
  readonly asset: string;
  /** Decimal places of the asset. */
  readonly assetScale: number;
}

/** The terms that every new contract shares; `openAfterMs` is longer in markets with a live source. */
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
