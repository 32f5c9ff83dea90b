/** The journal entries of orders and payouts. */
import {
  type Entry,
  exchangeAccounts,
  type Posting,
  type Purpose,
  recordTypes,
  transfer,
} from '@tern/ledger';
import { add, type Amount, subtract, ZERO } from '@tern/money';
import { yieldThrough } from '@tern/settlement';
import { dailyOfOrder, isConverted } from './rules.ts';
import type { PayableOrder, StoredOrder } from './store-orders.ts';
import type { Payout } from './store-payouts.ts';

const account = (owner: number, purpose: Purpose = 'available') => ({ owner, purpose });
const exchange = (name: keyof typeof exchangeAccounts) => account(exchangeAccounts[name]);
const referenceOf = ({ id }: Pick<StoredOrder, 'id'>) => `stakingorder:${id}`;
/** The asset in which the yield is reserved. */
export const yieldAssetOf = ({
  income,
  asset,
  payAsset,
}: Pick<StoredOrder, 'income' | 'asset' | 'payAsset'>) => (income === 'value' ? payAsset : asset);

/** Entries without amounts are not posted. */
function nonEmpty(entries: readonly Entry[]): Entry[] {
  return entries.filter(({ postings }) => postings.some(({ amount }) => amount !== ZERO));
}

/**
 * The purchase, with the reservation of the promised yield. A principal is staked, and so is the price of a share until its
 * machine is complete; the price of a sole machine is spent immediately.
 */
export function purchaseEntry(
  order: Pick<
    StoredOrder,
    'id' | 'memberId' | 'kind' | 'name' | 'income' | 'asset' | 'payAsset' | 'paid' | 'promised'
  >,
): Entry {
  const { memberId, payAsset, paid, promised } = order;
  const to = order.kind === 'sole' ? exchange('machineSales') : account(memberId, 'staked');
  return {
    kind: recordTypes.miningMachinePurchase,
    reference: referenceOf(order),
    note: order.name,
    postings: [
      ...transfer({ from: account(memberId), to, asset: payAsset, amount: paid }),
      ...transfer({
        from: exchange('yields'),
        to: exchange('yieldReserve'),
        asset: yieldAssetOf(order),
        amount: promised,
      }),
    ],
  };
}

/** A machine is complete: the prices of all its shares are spent. */
export function completionEntry(productId: number, shares: readonly StoredOrder[]): Entry {
  return {
    kind: recordTypes.miningMachinePurchase,
    reference: `stakingmachine:${productId}`,
    note: shares[0]?.name ?? '',
    postings: shares.flatMap(({ memberId, payAsset: asset, paid: amount }) =>
      transfer({ from: account(memberId, 'staked'), to: exchange('machineSales'), asset, amount }),
    ),
  };
}

/** Returns the price of a share, and the reservation to the exchange. */
export function refundEntry(order: StoredOrder): Entry {
  return {
    kind: recordTypes.financePrincipal,
    reference: referenceOf(order),
    note: order.name,
    postings: [...principalBack(order), ...releaseReservation(order, order.promised)],
  };
}

/**
 * An early redemption: the principal returns (a machine has none), frozen output is lost, the reservation of the days to come returns to the
 * exchange; and its penalty, which goes to the account that pays yields.
 */
export function redemptionEntries(order: StoredOrder): Entry[] {
  const { memberId, asset, payAsset, penalty, paidDays, promised } = order;
  const reference = referenceOf(order);
  const unused = subtract(promised, yieldThrough(dailyOfOrder(order), paidDays));
  const lost = order.freezesOutput ? order.paidAmount : ZERO;
  return nonEmpty([
    {
      kind: recordTypes.financeRedemption,
      reference,
      note: order.name,
      postings: [
        ...(order.kind === 'staking' ? principalBack(order) : []),
        ...transfer({
          from: account(memberId, 'locked'),
          to: exchange('yields'),
          asset,
          amount: lost,
        }),
        ...releaseReservation(order, unused),
      ],
    },
    {
      kind: recordTypes.redemptionPenalty,
      reference,
      note: order.name,
      postings: transfer({
        from: account(memberId),
        to: exchange('yields'),
        asset: payAsset,
        amount: penalty,
      }),
    },
  ]);
}

/** The end of a term: frozen output is released, a principal returns. `order` as it is after its last payout. */
export function endEntries(order: PayableOrder): Entry[] {
  const { memberId: owner, asset } = order;
  const reference = referenceOf(order);
  const released = order.freezesOutput ? order.paidAmount : ZERO;
  return nonEmpty([
    {
      kind: recordTypes.yieldRelease,
      reference,
      note: order.name,
      postings: transfer({
        from: account(owner, 'locked'),
        to: account(owner),
        asset,
        amount: released,
      }),
    },
    {
      kind: recordTypes.financePrincipal,
      reference,
      note: order.name,
      postings: order.kind === 'staking' ? principalBack(order) : [],
    },
  ]);
}

/**
 * The payouts of a batch: one entry for frozen output, one for the rest. Coins for a constant value are bought from the
 * exchange's liquidity with the reserved value; the remainder of rounding waits in the rounding account for a later day.
 */
export function payoutEntries(
  batchId: number,
  paid: readonly { order: PayableOrder; payout: Payout }[],
): Entry[] {
  const entry = (isFrozen: boolean): Entry => ({
    kind: isFrozen ? recordTypes.yieldFreeze : recordTypes.yieldRelease,
    reference: `stakingpayout:${batchId}`,
    postings: postingsOf(paid.filter(({ order }) => order.freezesOutput === isFrozen)),
  });
  return nonEmpty([entry(true), entry(false)]);
}

function postingsOf(paid: readonly { order: PayableOrder; payout: Payout }[]): Posting[] {
  const sums = new Map<string, Posting>();
  const count = (posting: Posting) => {
    const key = `${posting.owner} ${posting.asset} ${posting.purpose}`;
    const sum = sums.get(key);
    sums.set(
      key,
      sum === undefined ? posting : { ...sum, amount: add(sum.amount, posting.amount) },
    );
  };
  for (const { order, payout } of paid) {
    const { asset, payAsset, memberId } = order;
    const { yielded, amount, kept } = payout;
    const to = account(memberId, order.freezesOutput ? 'locked' : 'available');
    const [reserve, liquidity] = [exchange('yieldReserve'), exchange('liquidity')];
    const isBought = isConverted(order);
    const moves = isBought
      ? [
          ...transfer({ from: reserve, to: liquidity, asset: payAsset, amount: yielded }),
          ...transfer({ from: liquidity, to, asset, amount }),
          ...transfer({ from: liquidity, to: exchange('rounding'), asset, amount: kept }),
        ]
      : transfer({ from: reserve, to, asset, amount });
    moves.forEach(count);
  }
  return [...sums.values()];
}

function principalBack(order: PayableOrder | StoredOrder): Posting[] {
  const { memberId: owner, payAsset: asset, paid: amount } = order;
  return transfer({ from: account(owner, 'staked'), to: account(owner), asset, amount });
}

function releaseReservation(order: StoredOrder, amount: Amount): Posting[] {
  return transfer({
    from: exchange('yieldReserve'),
    to: exchange('yields'),
    asset: yieldAssetOf(order),
    amount,
  });
}
