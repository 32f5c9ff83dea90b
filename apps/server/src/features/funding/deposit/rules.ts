/** What a deposit may be, and what it does to the books when it is credited. Pure (rules §6, §12). */
import { type Entry, custodyBook, houseBooks, recordTypes, transfer } from '@tern/ledger';
import { type Amount, fitsScale, quantize, subtract, ZERO } from '@tern/money';
import type { AssetNetwork } from '../../../kernel/networks/networks.ts';

export type AmountFault = 'scale' | 'min' | 'max';

/** The first bound an amount breaks, if any. */
export function amountFault(
  num: Amount,
  { depositMin, depositMax }: Pick<AssetNetwork, 'depositMin' | 'depositMax'>,
  scale: number,
): AmountFault | undefined {
  if (!fitsScale(num, scale)) return 'scale';
  if (num < depositMin) return 'min';
  return num > depositMax ? 'max' : undefined;
}

interface Credited {
  id: number;
  memberId: number;
  asset: string;
  /** In the asset's own places. */
  amount: Amount;
  fee: Amount;
  networkId: number;
  /** What arrived beyond the asset's places, for the house's rounding book. */
  remainder?: Amount;
}

/** The amount less the fee comes to the member out of what arrived over the network; the fee is the house's. */
export function creditEntry(credited: Credited): Entry {
  const { id, memberId, asset, amount, fee, networkId, remainder = ZERO } = credited;
  const from = { owner: custodyBook(networkId), purpose: 'available' } as const;
  const parts: readonly (readonly [number, Amount])[] = [
    [memberId, subtract(amount, fee)],
    [houseBooks.fees, fee],
    [houseBooks.rounding, remainder],
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

/** A chain may count finer than the asset: what a member receives rounds down (rules §1). */
export function splitArrived(
  arrived: Amount,
  scale: number,
): { amount: Amount; remainder: Amount } {
  const amount = quantize(arrived, scale, 'down');
  return { amount, remainder: subtract(arrived, amount) };
}

/** Ten times what a member has ever deposited of an asset deserves a second look. */
const UNUSUAL_TIMES = 10n;

export function isUsualAmount(amount: Amount, largestBefore: Amount): boolean {
  return largestBefore === ZERO || amount <= largestBefore * UNUSUAL_TIMES;
}
