/** The public figures of withdrawals and bank payouts: how long they took, and why they were refused (ADR 51). */
import type { Reader } from '../../../../platform/database/database.ts';
import { findEnded, findRails, type Span } from './store.ts';

interface WithdrawalMeasures {
  /** Paid out. */
  readonly sent: number;
  /** By their members. */
  readonly cancelled: number;
  /** Times in milliseconds; null for too few members. The rail '' is all those that too few members used. */
  readonly rails: readonly {
    readonly rail: string;
    readonly sent: number;
    readonly p50: number | null;
    readonly p95: number | null;
  }[];
  /** By the server's text key without `reason.`; '' for reasons that operators wrote. */
  readonly refused: ReadonlyMap<string, number>;
}

/** Those that ended in the span. */
export async function measureWithdrawals(
  reader: Reader,
  { membersMin, ...span }: Span & { readonly membersMin: number },
): Promise<WithdrawalMeasures> {
  const [rails, ended] = await Promise.all([
    findRails(reader, span, membersMin),
    findEnded(reader, span),
  ]);
  const countOf = (wanted: string) =>
    ended.reduce((sum, { state, count }) => (state === wanted ? sum + count : sum), 0);
  return {
    sent: countOf('completed'),
    cancelled: countOf('cancelled'),
    rails: rails.map(({ members, p50, p95, ...rail }) =>
      members < membersMin ? { ...rail, p50: null, p95: null } : { ...rail, p50, p95 },
    ),
    refused: new Map(
      ended
        .filter(({ state }) => state === 'rejected')
        .map(({ reason, count }) => [reason.slice('reason.'.length), count]),
    ),
  };
}
