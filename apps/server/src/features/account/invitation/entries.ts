/** The journal entries of rewards: one for each level (ADR 9, 44). */
import { type Entry, exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { negate } from '@tern/money';
import { inviteLevels } from '@tern/protocol';
import type { Payment } from './store.ts';

const kinds = {
  1: recordTypes.levelOneSubscriptionReward,
  2: recordTypes.levelTwoSubscriptionReward,
  3: recordTypes.levelThreeSubscriptionReward,
} as const;

const rewards = { owner: exchangeAccounts.rewards, purpose: 'available' } as const;
const memberOf = ({ inviterId: owner }: Payment) => ({ owner, purpose: 'available' }) as const;

/** The exchange pays a batch of rewards, without what waits. */
export const rewardEntries = (batchId: number, payments: readonly Payment[]): Entry[] =>
  entriesOf(`reward:${batchId}`, payments);

/** The exchange pays rewards that waited for its money: one entry for each wait and level. */
export function waitEntries(payments: readonly Payment[]): Entry[] {
  const waits = [...new Set(payments.map(({ waitId }) => waitId))];
  return waits.flatMap((wait) =>
    entriesOf(
      `rewardwait:${wait}`,
      payments.filter(({ waitId }) => waitId === wait),
    ),
  );
}

function entriesOf(reference: string, payments: readonly Payment[]): Entry[] {
  return inviteLevels.flatMap((level) => {
    const paid = payments.filter((each) => each.level === level);
    if (paid.length === 0) return [];
    const postings = paid.flatMap((each) =>
      transfer({ from: rewards, to: memberOf(each), asset: each.asset, amount: each.amount }),
    );
    return [{ kind: kinds[level], reference, postings }];
  });
}

/** A reward returns to the exchange. */
export function reversalEntry(payment: Payment): Entry {
  const { asset, reversedId } = payment;
  const level = inviteLevels.find((each) => each === payment.level) ?? 1;
  return {
    kind: kinds[level],
    reference: `rewardreversal:${reversedId}`,
    postings: transfer({
      from: memberOf(payment),
      to: rewards,
      asset,
      amount: negate(payment.amount),
    }),
  };
}
