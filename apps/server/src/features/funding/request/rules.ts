/** The entries of a request that takes money out: its amount is held, and released if it does not complete. Pure (rules §2). */
import { type Entry, moveBetween, recordTypes } from '@tern/ledger';
import type { Amount } from '@tern/money';

interface Held {
  memberId: number;
  asset: string;
  amount: Amount;
}

export function holdAmount({ memberId: owner, asset, amount }: Held, reference: string): Entry {
  return {
    kind: recordTypes.withdrawal,
    reference,
    postings: moveBetween({ owner, asset, amount, from: 'available', to: 'held' }),
  };
}

/** The reason becomes the entry's note. */
export function releaseAmount(held: Held & { reason: string }, reference: string): Entry {
  const { memberId: owner, asset, amount, reason: note } = held;
  return {
    kind: recordTypes.withdrawalReturn,
    reference,
    note,
    postings: moveBetween({ owner, asset, amount, from: 'held', to: 'available' }),
  };
}
