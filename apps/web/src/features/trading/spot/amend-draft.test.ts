import { describe, expect, it } from 'vitest';
import { amendEffect, amendFaults } from './amend-draft.ts';

const order = { limitPrice: '3000', quantity: '0.5', filledQuantity: '0.2' };

describe('a change of an open order', () => {
  it.each([
    ['3000', '0.5', 'none'],
    ['3000.00', '0.50', 'none'],
    ['3000', '0.4', 'keepsPlace'],
    ['3000', '0.6', 'newPlace'],
    ['2999', '0.4', 'newPlace'],
    ['', '0.4', undefined],
    ['3000', '', undefined],
  ])('to %s and %s has the effect %s', (price, quantity, effect) => {
    expect(amendEffect(order, { price, quantity })).toBe(effect);
  });

  it('needs a price and more than what is filled', () => {
    expect(amendFaults(order, { price: '', quantity: '0' })).toEqual({
      price: 'missing',
      quantity: 'enterQuantity',
    });
    expect(amendFaults(order, { price: '1', quantity: '0.2' })).toEqual({
      quantity: 'amendFilled',
    });
    expect(amendFaults(order, { price: '1', quantity: '0.21' })).toEqual({});
  });
});
