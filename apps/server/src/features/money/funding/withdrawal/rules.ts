/** The transfer of a withdrawal, and what it posts when it is paid. Pure. */
import { type Entry, custodyAccount, exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { subtract, ZERO } from '@tern/money';
import type { TransferOut } from '../../../../kernel/rails/rail.ts';
import type { Withdrawal } from './store.ts';

/** The same for every attempt. */
export function transferOut(withdrawal: Withdrawal): TransferOut {
  const { id, asset, network, address, memo, amount, fee } = withdrawal;
  const reference = `withdrawal:${id}`;
  return { reference, asset, network, address, memo, amount: subtract(amount, fee) };
}

/** Paid: the network's custody account gives the amount less the fee, the exchange takes the fee. */
export function payEntry(withdrawal: Withdrawal, networkId: number): Entry {
  const { memberId, asset, amount, fee } = withdrawal;
  const from = { owner: memberId, purpose: 'held' } as const;
  const parts = [
    [custodyAccount(networkId), subtract(amount, fee)],
    [exchangeAccounts.fees, fee],
  ] as const;
  return {
    kind: recordTypes.withdrawalSuccess,
    reference: transferOut(withdrawal).reference,
    postings: parts
      .filter(([, part]) => part > ZERO)
      .flatMap(([owner, part]) =>
        transfer({ from, to: { owner, purpose: 'available' }, asset, amount: part }),
      ),
  };
}
