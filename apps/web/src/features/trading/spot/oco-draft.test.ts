import { decimal, type Price, type Rate } from '@tern/money';
import { describe, expect, it } from 'vitest';
import { type OcoDraft, ocoFaults, ocoFigures, outcomeAt, reservedBy } from './oco-draft.ts';

const market = {
  base: 'BTC',
  quote: 'USDT',
  tickSize: decimal<Price>('0.1'),
  lotSize: decimal('0.0001'),
  minNotional: decimal('5'),
  maxNotional: decimal('1000000'),
  priceBand: decimal<Rate>('0.1'),
  takerFee: decimal<Rate>('0.001'),
  pricePlaces: 1,
  lotPlaces: 4,
};
const context = {
  market,
  wallet: {
    base: { available: decimal('0.1'), scale: 8 },
    quote: { available: decimal('5000'), scale: 6 },
  },
  last: decimal<Price>('64218.5'),
};
const sale: OcoDraft = {
  side: 'sell',
  watches: 'last',
  target: '66500',
  stop: '62800',
  limit: '62625',
  amount: '0.08',
};
const kinds = (changes: Partial<OcoDraft>) =>
  Object.fromEntries(
    Object.entries(ocoFaults({ ...sale, ...changes }, context)).map(([field, { kind }]) => [
      field,
      kind,
    ]),
  );

describe('the draft of an OCO', () => {
  it('has no fault with both ends on their sides, also at market', () => {
    expect(kinds({})).toEqual({});
    expect(kinds({ limit: '' })).toEqual({});
    expect(kinds({ side: 'buy', target: '60000', stop: '66000', limit: '' })).toEqual({});
  });

  it('has its faults at their fields', () => {
    expect(kinds({ target: '', stop: '', amount: '' })).toEqual({
      target: 'priceMissing',
      stop: 'triggerMissing',
      amount: 'saleMissing',
    });
    expect(kinds({ stop: '66500' })).toEqual({ target: 'targetAbove' });
    expect(kinds({ side: 'buy', target: '66000', stop: '60000' })).toMatchObject({
      target: 'targetBelow',
    });
    expect(kinds({ limit: '62625.05' })).toEqual({ limit: 'tickSize' });
    expect(kinds({ amount: '0.00005' })).toEqual({ amount: 'lotSize' });
    expect(kinds({ amount: '0.1001' })).toEqual({ amount: 'balance' });
    // The limit order costs 5,004 USDT; what the stop costs more is not reserved.
    expect(kinds({ side: 'buy', target: '62550', stop: '66000' })).toEqual({ amount: 'balance' });
  });

  it('brings the value of each end less its fee', () => {
    const [ifTarget, ifStop] = [sale.target, sale.limit].map((at) => outcomeAt(at, sale, context));
    expect(ifTarget).toMatchObject({ received: decimal('5314.68'), fee: decimal('5.32') });
    expect(ifStop).toMatchObject({ received: decimal('5004.99'), fee: decimal('5.01') });
  });

  it('reserves its quantity once, or the cost at the target', () => {
    expect(reservedBy(sale, context)).toBe('0.08');
    expect(reservedBy({ ...sale, side: 'buy', target: '60000' }, context)).toBe('4800');
  });

  it('is sent in exact figures; without a limit the stop is a market order', () => {
    expect(ocoFigures({ ...sale, target: '66500.' })).toEqual({
      targetPrice: '66500',
      triggerPrice: '62800',
      limitPrice: '62625',
      quantity: '0.08',
    });
    expect(ocoFigures({ ...sale, limit: '' })).not.toHaveProperty('limitPrice');
  });
});
