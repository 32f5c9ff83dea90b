/** What a withdrawal may be, and what it does to the books in each of its turns. Pure (rules §2, §6). */
import {
  type Entry,
  custodyBook,
  houseBooks,
  moveBetween,
  recordTypes,
  transfer,
} from '@tern/ledger';
import { type Amount, fitsScale, subtract, ZERO } from '@tern/money';
import type { AssetNetwork } from '../../../kernel/networks/networks.ts';
import type { TransferOut } from '../../../kernel/rails/rail.ts';
import type { Withdrawal } from './store.ts';

export type AmountFault = 'scale' | 'min' | 'max';

/** The first bound an amount breaks, if any. */
export function amountFault(
  num: Amount,
  { withdrawMin, withdrawMax }: Pick<AssetNetwork, 'withdrawMin' | 'withdrawMax'>,
  scale: number,
): AmountFault | undefined {
  if (!fitsScale(num, scale)) return 'scale';
  if (num < withdrawMin) return 'min';
  return num > withdrawMax ? 'max' : undefined;
}

interface Moved {
  id: number;
  memberId: number;
  asset: string;
  /** Fee included. */
  amount: Amount;
}

const referenceOf = ({ id }: Pick<Moved, 'id'>) => `withdrawal:${id}`;

/** What its rail is asked to carry, in the same words every time. */
export function transferOut(withdrawal: Withdrawal): TransferOut {
  const { asset, network, address, memo, amount, fee } = withdrawal;
  const reference = referenceOf(withdrawal);
  return { reference, asset, network, address, memo, amount: subtract(amount, fee) };
}

/** At submission: the whole amount is set aside. */
export function holdEntry(moved: Moved): Entry {
  const { memberId: owner, asset, amount } = moved;
  return {
    kind: recordTypes.withdrawal,
    reference: referenceOf(moved),
    postings: moveBetween({ owner, asset, amount, from: 'available', to: 'held' }),
  };
}

/** Rejected or taken back: the whole amount returns, whatever was set aside with it. */
export function returnEntry(moved: Moved, note: string): Entry {
  const { memberId: owner, asset, amount } = moved;
  return {
    kind: recordTypes.withdrawalReturn,
    reference: referenceOf(moved),
    note,
    postings: moveBetween({ owner, asset, amount, from: 'held', to: 'available' }),
  };
}

/** Paid out: the amount less the fee leaves over the network, the fee is the house's. */
export function payEntry(moved: Moved & { fee: Amount; networkId: number }): Entry {
  const { memberId, asset, amount, fee, networkId } = moved;
  const held = { owner: memberId, purpose: 'held' } as const;
  const book = (owner: number) => ({ owner, purpose: 'available' }) as const;
  const paid = subtract(amount, fee);
  return {
    kind: recordTypes.withdrawalSuccess,
    reference: referenceOf(moved),
    postings: [
      ...transfer({ from: held, to: book(custodyBook(networkId)), asset, amount: paid }),
      ...(fee === ZERO
        ? []
        : transfer({ from: held, to: book(houseBooks.fees), asset, amount: fee })),
    ],
  };
}
