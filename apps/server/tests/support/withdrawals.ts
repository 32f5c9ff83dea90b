/** Withdrawals on a fresh database: a verified member with a withdrawal password, two operators, a rail that the test controls. */
import { randomBytes } from 'node:crypto';
import {
  createWithdrawal,
  type WithdrawalInput,
} from '../../src/features/money/funding/withdrawal/create-withdrawal.ts';
import { reviewWithdrawals } from '../../src/features/money/funding/withdrawal/review-withdrawals.ts';
import { sendWithdrawals } from '../../src/features/money/funding/withdrawal/send-withdrawals.ts';
import { withdrawalStore } from '../../src/features/money/funding/withdrawal/store.ts';
import { discrepancyKind } from '../../src/features/money/funding/manual-resolution/discrepancies.ts';
import { resolutionKind } from '../../src/features/money/funding/manual-resolution/resolution-kind.ts';
import { capKind } from '../../src/features/money/funding/outflow/caps.ts';
import { releaseKind } from '../../src/features/money/funding/outflow/releases.ts';
import { loadAssets } from '../../src/kernel/catalog/assets.ts';
import { setPayPassword } from '../../src/kernel/members/change-members.ts';
import {
  createRails,
  type Rail,
  type TransferOut,
  type TransferOutcome,
} from '../../src/kernel/rails/rail.ts';
import { reviewDetail, reviewOf } from '../../src/kernel/review/list-reviews.ts';
import { createReviewQueue } from '../../src/kernel/review/review-queue.ts';
import type { Reviewer } from '../../src/kernel/review/review-rules.ts';
import { createReviews } from '../../src/kernel/review/reviews.ts';
import { createSettings } from '../../src/kernel/settings/settings.ts';
import { createLocalBus } from '../../src/platform/bus.ts';
import { createLog } from '../../src/platform/log.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { changesOfAccount } from './account-changes.ts';
import { freshDatabase } from './database.ts';
import { lightPasswords } from './light-passwords.ts';
import { verifyMember } from './operator-decisions.ts';
import { addReviewer } from './reviewers.ts';
import { confirmationsOf, plainCall } from './without-factors.ts';
import { fundedMember, manualClock } from './market.ts';

export const PAY_PASSWORD = '135790';
export const TRON_ADDRESS = 'TCQETCiTGjpUZA2u3ggvXLc97icCU9WC4u';

/** Records the transfers it was asked to send; answers `completed` unless the test sets another answer. */
function controlledRail() {
  const sent: TransferOut[] = [];
  const uncarried = new Set<string>();
  let answer = (_transfer: TransferOut): TransferOutcome => ({ kind: 'completed', txid: 'tx-1' });
  const rail: Rail & { movesRealMoney: boolean } = {
    name: 'driven',
    movesRealMoney: false,
    serves: (_asset, network) => !uncarried.has(network),
    depositAddress: async () => 'nowhere',
    async send(transfer) {
      sent.push(transfer);
      return answer(transfer);
    },
  };
  return { rail, sent, uncarried, answerWith: (next: typeof answer) => (answer = next) };
}

export type WithdrawalWorld = Awaited<ReturnType<typeof withdrawalWorld>>;

export async function withdrawalWorld(poolSize = 8) {
  const fresh = await freshDatabase({ poolSize });
  const { database } = fresh;
  const clock = manualClock();
  const bus = createLocalBus((error) => {
    throw error;
  });
  const log = createLog('silent');
  const settings = createSettings(database, log);
  const reviews = createReviews({ clock, bus, settings });
  const driven = controlledRail();
  const rails = createRails([driven.rail]);
  reviews.register(reviewWithdrawals(rails, () => undefined));
  reviews.register(resolutionKind({ settings }));
  reviews.register(discrepancyKind());
  reviews.register(capKind());
  reviews.register(releaseKind(() => undefined));
  const reviewQueue = createReviewQueue({ database, clock, bus, settings }, reviews);
  const passwords = lightPasswords();
  const deps = {
    database,
    clock,
    bus,
    log,
    settings,
    passwords,
    reviews,
    assets: await loadAssets(database),
    rails,
    confirmations: confirmationsOf({ database, clock, settings }),
    secretBox: createSecretBox(randomBytes(32)),
    auth: changesOfAccount({ database, clock, settings }),
  };
  const payPasswordHash = await passwords.hash(PAY_PASSWORD);
  const [first, second] = [await addReviewer(fresh, 'first'), await addReviewer(fresh, 'second')];
  const detailOf = async (id: number) => {
    const review = (await reviewOf(database, 'withdrawal', id))!;
    return (await reviewDetail(database, review.id, { settings, at: clock.now(), reviews }))!;
  };
  const agree = async (who: Reviewer, id: number, stage: 'first' | 'second') => {
    const { review, hash } = await detailOf(id);
    await reviewQueue.claim(who, review.id);
    const approval = { stage, hash, note: '', isAcknowledged: true };
    await reviewQueue.approve(who, review.id, approval);
  };
  return {
    fresh,
    database,
    clock,
    settings,
    deps,
    reviewQueue,
    driven,
    operators: { first, second },
    detailOf,
    agree,
    /** Verified, with a withdrawal password. */
    async member(funds: Record<string, string>): Promise<number> {
      const memberId = await fundedMember(database, funds);
      await fresh.owner.transaction(async (tx) => {
        await verifyMember(tx, memberId);
        await setPayPassword(tx, { memberId, passwordHash: payPasswordHash }, clock.now());
      });
      return memberId;
    },
    withdraw: (memberId: number, over: Partial<WithdrawalInput> = {}) =>
      createWithdrawal(deps, {
        memberId,
        num: '100',
        coin: 'USDT',
        network: 'TRC20',
        address: TRON_ADDRESS,
        memo: undefined,
        coinId: undefined,
        leastReceived: undefined,
        payPassword: PAY_PASSWORD,
        key: undefined,
        call: plainCall(memberId),
        ...over,
      }),
    async approve(id: number) {
      await agree(first, id, 'first');
      await agree(second, id, 'second');
    },
    async reject(id: number, reason: string) {
      const { review } = await detailOf(id);
      await reviewQueue.claim(first, review.id);
      await reviewQueue.reject(first, review.id, { reason });
    },
    send: () => sendWithdrawals(deps),
    stateOf: async (id: number) => (await database.one(withdrawalStore.byId, [id])).state,
  };
}
