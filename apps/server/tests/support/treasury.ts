/** A treasury with income on a fresh database: coins of which members own 100,000, and two operators. */
import { exchangeAccounts, transfer } from '@tern/ledger';
import { type Amount, decimal } from '@tern/money';
import { createTreasury } from '../../src/features/backoffice/treasury/index.ts';
import {
  type MoveProposal,
  proposeMove,
} from '../../src/features/backoffice/treasury/propose-move.ts';
import type { Need } from '../../src/features/backoffice/treasury/store.ts';
import { loadInstruments } from '../../src/kernel/catalog/instruments.ts';
import { Refusal } from '../../src/kernel/requests/refusal.ts';
import { reviewDetail } from '../../src/kernel/review/list-reviews.ts';
import type { Reviewer } from '../../src/kernel/review/review-rules.ts';
import { balanceOf, entryOf, post } from './journal.ts';
import { withdrawalWorld } from './withdrawals.ts';

export type TreasuryWorld = Awaited<ReturnType<typeof treasuryWorld>>;

/** 0 for a success. */
export const codeOf = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 0,
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
  );

export async function treasuryWorld(poolSize = 8) {
  const world = await withdrawalWorld(poolSize);
  const { database, reviewQueue, settings, clock, operators } = world;
  const needs: Need[] = [];
  const deps: Parameters<typeof createTreasury>[0] = {
    ...world.deps,
    mode: 'paper',
    instruments: await loadInstruments(database),
    needs: async () => needs,
  };
  createTreasury(deps);
  let proposals = 0;
  return {
    ...world,
    treasury: deps,
    /** What accounts need; a test changes it. */
    needs,
    /** Members own 100,000 of the coin, and the exchange has income, whose entry has no fact. */
    async earned(coin: string, income = '5000'): Promise<string> {
      await world.member({ [coin]: '100000' });
      const postings = transfer({
        from: { owner: exchangeAccounts.paperIssuance, purpose: 'available' },
        to: { owner: exchangeAccounts.fees, purpose: 'available' },
        asset: coin,
        amount: decimal<Amount>(income),
      });
      await post(database, entryOf(postings));
      return coin;
    },
    /** Returns the id of the review. */
    propose(coinname: string, over: Partial<MoveProposal> = {}): Promise<number> {
      proposals += 1;
      return proposeMove(deps, operators.first, {
        move: 'takeOut',
        account: 'fees',
        coinname,
        amount: '1500',
        network: undefined,
        reference: `transfer ${proposals}`,
        reason: 'Revenue of November.',
        requestId: null,
        ...over,
      });
    },
    async agreeMove(reviewId: number, who: Reviewer = operators.second): Promise<void> {
      const moment = { settings, at: clock.now(), reviews: world.deps.reviews };
      const { hash } = (await reviewDetail(database, reviewId, moment))!;
      await reviewQueue.claim(who, reviewId);
      const approval = { stage: 'second', hash, note: '', isAcknowledged: true } as const;
      await reviewQueue.approve(who, reviewId, approval);
    },
    fees: async (coin: string) =>
      (await balanceOf(database, exchangeAccounts.fees, coin))['available'] ?? '0',
  };
}
