/** What a credited deposit posts, and which amounts are unusual. Pure. */
import { type Entry, custodyAccount, exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, quantize, subtract, ZERO } from '@tern/money';

interface Credited {
  id: number;
  memberId: number;
  asset: string;
  /** At the asset's scale. */
  amount: Amount;
  fee: Amount;
  networkId: number;
  /** What arrived beyond the asset's scale, for the exchange's rounding account. */
  remainder?: Amount;
}

/** The network's custody account pays the member the amount less the fee, and the exchange the fee. */
export function creditEntry(credited: Credited): Entry {
  const { id, memberId, asset, amount, fee, networkId, remainder = ZERO } = credited;
  const from = { owner: custodyAccount(networkId), purpose: 'available' } as const;
  const parts: readonly (readonly [number, Amount])[] = [
    [memberId, subtract(amount, fee)],
    [exchangeAccounts.fees, fee],
    [exchangeAccounts.rounding, remainder],
  ];
  return {
    kind: recordTypes.depositSuccess,
    reference: `deposit:${id}`,
    postings: parts
      .filter(([, part]) => part > ZERO)
      .flatMap(([owner, part]) =>
        transfer({ from, to: { owner, purpose: 'available' }, asset, amount: part }),
      ),
  };
}

/** A transfer for the exchange: the network's custody account pays the exchange's account, without a fee. */
export function treasuryEntry(received: {
  /** Of the proposal that was approved. */
  id: number;
  /** The exchange account. */
  owner: number;
  asset: string;
  amount: Amount;
  remainder: Amount;
  networkId: number;
}): Entry {
  const { id, owner, asset, amount, remainder, networkId } = received;
  const from = { owner: custodyAccount(networkId), purpose: 'available' } as const;
  const rounding = { owner: exchangeAccounts.rounding, purpose: 'available' } as const;
  return {
    kind: recordTypes.increase,
    reference: `housedeposit:${id}`,
    postings: [
      ...transfer({ from, to: { owner, purpose: 'available' }, asset, amount }),
      ...(remainder > ZERO ? transfer({ from, to: rounding, asset, amount: remainder }) : []),
    ],
  };
}

/** A chain may count finer than the asset: the member's part rounds down. */
export function splitArrived(
  arrived: Amount,
  scale: number,
): { amount: Amount; remainder: Amount } {
  const amount = quantize(arrived, scale, 'down');
  return { amount, remainder: subtract(arrived, amount) };
}

/** More than this many times the member's largest deposit of the asset is unusual. */
const UNUSUAL_TIMES = 10n;

export function isUsualAmount(amount: Amount, largestBefore: Amount): boolean {
  return largestBefore === ZERO || amount <= largestBefore * UNUSUAL_TIMES;
}
