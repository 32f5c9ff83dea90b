/** The postings of one trade: both sides, their fees and the remainder of rounding (ADR 12). Pure. */
import { exchangeAccounts, type Posting, recordTypes } from '@tern/ledger';
import { type Amount, subtract, ZERO } from '@tern/money';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import type { Fact } from '../../../../kernel/ledger/journal-lines.ts';
import type { Order, Trade } from '../order.ts';

/** Owner of the exchange's orders in every book. */
export const EXCHANGE = exchangeAccounts.liquidity;

/** Undefined: the exchange. */
export type Party = Order | undefined;

/** Quote units that change hands in one fill, before fees. */
export interface Cash {
  readonly paid: Amount;
  readonly received: Amount;
}

export interface Leg {
  party: Party;
  fee: Amount;
  from: 'available' | 'held';
}

interface TradeParts {
  readonly instrument: Pick<Instrument, 'base' | 'quote'>;
  readonly cash: Cash;
  readonly buyer: Leg;
  readonly seller: Leg;
}

/** The exchange's part is what balances the members'. */
export function tradeFact(trade: Trade, { instrument, cash, buyer, seller }: TradeParts): Fact {
  const { base, quote } = instrument;
  const buyerId = buyer.party?.memberId ?? EXCHANGE;
  const sellerId = seller.party?.memberId ?? EXCHANGE;
  const from = (leg: Leg) => (leg.party === undefined ? 'available' : leg.from);
  const { spotBuy, spotSell } = recordTypes;
  const postings: Posting[] = [
    {
      owner: buyerId,
      asset: quote,
      purpose: from(buyer),
      amount: subtract(ZERO, cash.paid),
    },
    {
      owner: buyerId,
      asset: base,
      purpose: 'available',
      amount: subtract(trade.quantity, buyer.fee),
    },
    {
      owner: sellerId,
      asset: base,
      purpose: from(seller),
      amount: subtract(ZERO, trade.quantity),
    },
    {
      owner: sellerId,
      asset: quote,
      purpose: 'available',
      amount: subtract(cash.received, seller.fee),
    },
    { owner: exchangeAccounts.fees, asset: base, purpose: 'available', amount: buyer.fee },
    { owner: exchangeAccounts.fees, asset: quote, purpose: 'available', amount: seller.fee },
    {
      owner: exchangeAccounts.rounding,
      asset: quote,
      purpose: 'available',
      amount: subtract(cash.paid, cash.received),
    },
  ];
  return {
    kind: trade.takerSide === 'buy' ? spotBuy : spotSell,
    subjectId: trade.id,
    postings,
    recordTypeOf: new Map([
      [buyerId, spotBuy],
      [sellerId, spotSell],
    ]),
  };
}
