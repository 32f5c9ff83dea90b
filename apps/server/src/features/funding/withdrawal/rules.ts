/** What a withdrawal posts at each step, and the transfer its rail carries. Pure (rules §2, §6). */
import { type Entry, custodyAccount, houseAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, subtract, ZERO } from '@tern/money';
import type { TransferOut } from '../../../kernel/rails/rail.ts';
import { holdAmount, releaseAmount } from '../request/rules.ts';
import type { Withdrawal } from './store.ts';

interface Moved {
  id: number;
  memberId: number;
  asset: string;
  /** Fee included. */
  amount: Amount;
}

const referenceOf = ({ id }: Pick<Moved, 'id'>) => `withdrawal:${id}`;

/** The same for every attempt. */
export function transferOut(withdrawal: Withdrawal): TransferOut {
  const { asset, network, address, memo, amount, fee } = withdrawal;
  const reference = referenceOf(withdrawal);
  return { reference, asset, network, address, memo, amount: subtract(amount, fee) };
}

/** At submission: the whole amount is held. */
export const holdEntry = (moved: Moved): Entry => holdAmount(moved, referenceOf(moved));

/** Rejected or cancelled: the whole amount is released. */
export const returnEntry = (moved: Moved & { reason: string }): Entry =>
  releaseAmount(moved, referenceOf(moved));

/** Paid: the network's custody account gives the amount less the fee, the house takes the fee. */
export function payEntry(moved: Moved & { fee: Amount; networkId: number }): Entry {
  const { memberId, asset, amount, fee, networkId } = moved;
  const held = { owner: memberId, purpose: 'held' } as const;
  const book = (owner: number) => ({ owner, purpose: 'available' }) as const;
  const paid = subtract(amount, fee);
  return {
    kind: recordTypes.withdrawalSuccess,
    reference: referenceOf(moved),
    postings: [
      ...transfer({ from: held, to: book(custodyAccount(networkId)), asset, amount: paid }),
      ...(fee === ZERO
        ? []
        : transfer({ from: held, to: book(houseAccounts.fees), asset, amount: fee })),
    ],
  };
}
