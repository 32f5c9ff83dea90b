/** How much is hedged, and at which price. */
import { type Amount, decimal, type Price, type Rate } from '@tern/money';
import { describe, expect, it } from 'vitest';
import { boundPrice, exposureOf, sizeHedge } from './rules.ts';

const amount = (text: string) => decimal<Amount>(text);
const price = (text: string) => decimal<Price>(text);

const limits = { exposureMax: amount('1'), orderMax: amount('0.5'), dayMax: amount('2') };
const market = { lotSize: amount('0.01'), minQuantity: amount('0.02'), minValue: amount('5') };
const size = (exposure: string, dayUsed = '0', over: object = {}) =>
  sizeHedge(amount(exposure), limits, {
    dayUsed: amount(dayUsed),
    price: price('1000'),
    market: { ...market, ...over },
  });

describe('the size of a hedge', () => {
  it('is nothing up to the greatest open exposure, on either side', () => {
    expect(size('1')).toEqual({ act: 'within' });
    expect(size('-1')).toEqual({ act: 'within' });
    expect(size('0')).toEqual({ act: 'within' });
  });

  it('brings the exposure back to zero, one order at a time', () => {
    expect(size('-1.01')).toEqual({ act: 'order', side: 'buy', quantity: amount('0.5') });
    expect(size('7')).toEqual({ act: 'order', side: 'sell', quantity: amount('0.5') });
    const wide = { ...limits, orderMax: amount('3') };
    const given = { dayUsed: amount('0'), price: price('1000'), market };
    expect(sizeHedge(amount('-1.239'), wide, given)).toMatchObject({ quantity: amount('1.23') });
  });

  it('is what the limit of 24 hours leaves, and nothing after it', () => {
    expect(size('-4', '1.7')).toMatchObject({ quantity: amount('0.3') });
    expect(size('-4', '1.985')).toEqual({ act: 'day' });
    expect(size('-4', '2')).toEqual({ act: 'day' });
    expect(size('-4', '9')).toEqual({ act: 'day' });
  });

  it('is nothing where the venue takes no so small order', () => {
    expect(size('-4', '0', { minQuantity: amount('0.51') })).toEqual({ act: 'small' });
    expect(size('-4', '0', { minValue: amount('500.01') })).toEqual({ act: 'small' });
    expect(size('-4', '0', { lotSize: amount('1') })).toEqual({ act: 'small' });
  });
});

it('the exposure is what is owned here and at the venue, beyond the target', () => {
  expect(exposureOf(amount('-3'), amount('1'), amount('10'))).toBe(amount('-12'));
});

it('an order is never worse than the slip, in whole ticks', () => {
  const at = { price: price('1000.05'), slip: decimal<Rate>('0.005'), tickSize: price('0.1') };
  expect(boundPrice('buy', at)).toBe(price('1005'));
  expect(boundPrice('sell', at)).toBe(price('995.1'));
});
