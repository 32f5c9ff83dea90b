/** The journal entries of an order (ADR 9). */
import { type Entry, exchangeAccounts, moveBetween, recordTypes, transfer } from '@tern/ledger';
import { type Amount, ZERO } from '@tern/money';
import type { EarlyRedemption } from '@tern/settlement';
import { recordNo } from '../../../kernel/requests/record-letters.ts';

/** The order as far as its entries need it. */
export interface EntryOrder {
  readonly id: number;
  readonly memberId: number;
  readonly asset: string;
  readonly principal: Amount;
}

/** Of the numbers of orders. */
export const LETTER = 'E';
/** E-20418 */
export const orderNoOf = ({ id }: { readonly id: number }): string => recordNo(LETTER, id);

const available = (owner: number) => ({ owner, purpose: 'available' }) as const;
const yields = available(exchangeAccounts.yields);
const reserve = available(exchangeAccounts.yieldReserve);

/** The principal leaves the available balance; the exchange reserves `promised`, the yield of the whole term. */
export function purchaseEntry(order: EntryOrder, promised: Amount): Entry {
  const { memberId: owner, asset, principal: amount } = order;
  return {
    ...aboutOrder(order),
    kind: recordTypes.financePurchase,
    postings: [
      ...moveBetween({ owner, asset, amount, from: 'available', to: 'financed' }),
      ...transfer({ from: yields, to: reserve, asset, amount: promised }),
    ],
  };
}

/** The yields of a batch; a day whose yield is less than a smallest unit has no posting. */
export function yieldEntry(
  batchId: number,
  days: readonly { readonly order: EntryOrder; readonly amount: Amount }[],
): Entry {
  const paid = days.filter(({ amount }) => amount > ZERO);
  return {
    kind: recordTypes.financeYield,
    reference: `fixedtermyield:${batchId}`,
    postings: paid.flatMap(({ order, amount }) =>
      transfer({ from: reserve, to: available(order.memberId), asset: order.asset, amount }),
    ),
  };
}

/** The principal returns at the end of the term. */
export function expiryEntry(order: EntryOrder): Entry {
  return {
    ...aboutOrder(order),
    kind: recordTypes.financeExpiry,
    postings: principalReturns(order),
  };
}

/**
 * The principal returns and the exchange keeps the yield that is not earned any more; then penalty and fee, each a record of its
 * own. The penalty goes to the account that pays yields.
 */
export function redemptionEntries(order: EntryOrder, redemption: EarlyRedemption): Entry[] {
  const { asset } = order;
  const { penalty, fee, missed } = redemption;
  const unearned = transfer({ from: reserve, to: yields, asset, amount: missed });
  const returned: Entry = {
    ...aboutOrder(order),
    kind: recordTypes.financeRedemption,
    postings: [...principalReturns(order), ...unearned],
  };
  const cost = (kind: Entry['kind'], exchange: number, amount: Amount): Entry => ({
    ...aboutOrder(order),
    kind,
    postings: transfer({ from: available(order.memberId), to: available(exchange), asset, amount }),
  });
  return [
    returned,
    ...(penalty === ZERO
      ? []
      : [cost(recordTypes.redemptionPenalty, exchangeAccounts.yields, penalty)]),
    ...(fee === ZERO ? [] : [cost(recordTypes.redemptionFee, exchangeAccounts.fees, fee)]),
  ];
}

const aboutOrder = (order: EntryOrder) => ({
  reference: `fixedterm:${order.id}`,
  note: orderNoOf(order),
});

function principalReturns({ memberId: owner, asset, principal: amount }: EntryOrder) {
  return moveBetween({ owner, asset, amount, from: 'financed', to: 'available' });
}
