/** Rows of conditional orders and their changes, as an engine writes them. */
import { type Amount, decimal, type Price } from '@tern/money';
import type {
  ConditionalAmendment,
  ConditionalOrder,
} from '../../src/features/trading/spot/conditional/conditional-order.ts';

/** A stop limit that sells one at 10, unless given otherwise. */
export const waitingRow = (
  given: Partial<ConditionalOrder> & Pick<ConditionalOrder, 'memberId' | 'instrumentId'>,
): ConditionalOrder => ({
  id: 20,
  place: given.id ?? 20,
  kind: 'stopLimit',
  side: 'sell',
  watches: 'reference',
  operator: 'lte',
  triggerPrice: decimal<Price>('10'),
  rate: undefined,
  startPrice: undefined,
  bestPrice: undefined,
  limitPrice: decimal<Price>('10'),
  quantity: decimal<Amount>('1'),
  budget: undefined,
  status: 'waiting',
  source: 'app',
  clientOrderId: undefined,
  acceptedAfter: 5,
  acceptedPrice: decimal<Price>('11'),
  met: undefined,
  orderId: undefined,
  rejection: undefined,
  createdAt: 0,
  updatedAt: 0,
  ...given,
});

export const NO_TERMS = {
  triggerPrice: undefined,
  rate: undefined,
  startPrice: undefined,
  limitPrice: undefined,
  quantity: undefined,
  budget: undefined,
};

/** Of order 60 at a price of 11, with a new place. */
export const changeOf = (
  given: Partial<ConditionalAmendment> & Pick<ConditionalAmendment, 'id' | 'former' | 'terms'>,
): ConditionalAmendment => ({
  conditionalId: 60,
  place: given.id + 1,
  keepsPlace: false,
  after: 5,
  price: decimal<Price>('11'),
  createdAt: 0,
  ...given,
});
