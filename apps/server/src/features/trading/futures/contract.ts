/** A timed contract: the agreement and its result. */
import type { Amount, Price, Rate } from '@tern/money';
import {
  RULE_TERMS,
  type RuleVersion,
  settlementRules,
  type Direction,
  type Terms,
} from '@tern/settlement';
import {
  futuresDirection,
  futuresOutcome,
  type futuresReason,
  futuresStatus,
} from '@tern/protocol';

/** The asset of stakes and payouts. */
export const STAKE_ASSET = 'USDT';

/** Numbers in the database, the same as in the API. */
export const directionCodes = futuresDirection;
export const statusCodes = futuresStatus;
export const outcomeCodes = futuresOutcome;

export const directionOf = (code: number): Direction =>
  code === directionCodes.up ? 'up' : 'down';

/** Contracts of rule 1 use only ticks that were not backfilled. */
export const ignoresBackfilled = (rule: number): boolean => rule === 1;

/** Agreed at acceptance; never changes. */
export interface Agreement {
  readonly id: number;
  readonly memberId: number;
  readonly instrumentId: number;
  readonly direction: Direction;
  readonly stake: Amount;
  readonly rule: number;
  readonly durationSeconds: number;
  readonly payoutRatio: Rate;
  readonly openAfterMs: number;
  readonly openWithinMs: number;
  readonly staleAfterMs: number;
  readonly termsHash: Uint8Array;
  /** Epoch milliseconds. */
  readonly acceptedAt: number;
  /** The exchange's signature under all of this. */
  readonly receipt: string;
}

type CodeOf<T> = T[keyof T];

export interface Contract extends Agreement {
  readonly status: CodeOf<typeof futuresStatus>;
  readonly outcome: CodeOf<typeof futuresOutcome>;
  readonly reason: CodeOf<typeof futuresReason>;
  /** Position in the tick chain; null before the opening, like all fields of the opening. */
  readonly openSeq: number | null;
  readonly openPrice: Price | null;
  readonly openAt: number | null;
  readonly dueAt: number | null;
  readonly closeSeq: number | null;
  readonly closePrice: Price | null;
  readonly closeAt: number | null;
  /** Stake and winnings paid out; zero while pending. */
  readonly payout: Amount;
  readonly profit: Amount;
  readonly settledAt: number | null;
  readonly updatedAt: number;
}

/** Terms of a new contract under the current rule. */
export function newTerms(offer: {
  symbol: string;
  seconds: number;
  ratio: Rate;
  assetScale: number;
  openAfterMs: number;
}): Terms {
  const { symbol, seconds, ratio, assetScale, openAfterMs } = offer;
  return {
    ...RULE_TERMS,
    openAfterMs,
    symbol,
    durationSeconds: seconds,
    payoutRatio: ratio,
    asset: STAKE_ASSET,
    assetScale,
  };
}

/** The terms frozen at acceptance. @throws Error for an unknown rule */
export function termsOf(
  contract: Pick<
    Contract,
    'rule' | 'durationSeconds' | 'payoutRatio' | 'openAfterMs' | 'openWithinMs' | 'staleAfterMs'
  >,
  market: { symbol: string; assetScale: number },
): Terms {
  const { rule, durationSeconds, payoutRatio, openAfterMs, openWithinMs, staleAfterMs } = contract;
  if (!isKnownRule(rule)) throw new Error(`settlement rule ${rule} is not known`);
  return {
    ...newTerms({ ...market, seconds: durationSeconds, ratio: payoutRatio, openAfterMs }),
    ruleVersion: rule,
    openWithinMs,
    staleAfterMs,
  };
}

const isKnownRule = (rule: number): rule is RuleVersion =>
  (settlementRules as readonly number[]).includes(rule);
