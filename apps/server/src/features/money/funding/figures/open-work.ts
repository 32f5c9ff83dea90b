/** What waits for operators longer than it should, and coins of which the treasury has too little: for alerts and the operations page. */
import { exchangePositions } from '../../../../kernel/ledger/exchange-position.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { floatOf } from '../treasury/show-treasury-money.ts';
import {
  cappedWithdrawals,
  lateRequests,
  stuckWithdrawals,
  unmatchedDeposits,
} from './store-open-work.ts';

/** `since`: of the one that waits longest, epoch ms; null without any. */
export interface Waiting {
  readonly count: number;
  readonly since: number | null;
}

/** Plain JSON. */
export interface OpenWork {
  /** `since`: when the first one was due. */
  readonly late: Waiting;
  readonly unmatched: Waiting;
  readonly stuck: Waiting;
  /** Approved withdrawals that wait for room under a cap of 24 hours. */
  readonly capped: Waiting;
  /** Assets of which the exchange holds little more than members own, or less. */
  readonly lowCoins: readonly string[];
}

/** In paper mode no coin is low: what members own is issued. Units: `at` in epoch milliseconds. */
export async function measureOpenWork(
  reader: Reader,
  { at, mode }: { at: number; mode: 'paper' | 'live' },
): Promise<OpenWork> {
  const positions = mode === 'live' ? await exchangePositions(reader) : [];
  return {
    late: await reader.one(lateRequests, [at]),
    unmatched: await reader.one(unmatchedDeposits, []),
    stuck: await reader.one(stuckWithdrawals, []),
    capped: await reader.one(cappedWithdrawals, []),
    lowCoins: positions
      .filter(({ held, owed }) => floatOf(held, owed).level !== 'enough')
      .map(({ asset }) => asset)
      .sort(),
  };
}
