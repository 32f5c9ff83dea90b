import { expect, it } from 'vitest';
import { Refusal, tooManyPlaces } from '../../../../../kernel/requests/refusal.ts';
import { faultOfRefusal } from './answers.ts';

const bound = (name: string, limit: string) => ({ bound: { name, limit } });

it.each<[string, Refusal, string, string]>([
  [
    'the step of a price',
    new Refusal('out-of-bounds', {
      fields: ['price'],
      text: 'order.tick',
      data: bound('tickSize', '0.1'),
    }),
    'order-orderprice-precision-error',
    'order price precision error, step: `0.1`',
  ],
  [
    'the step of an amount',
    new Refusal('out-of-bounds', {
      fields: ['quantity'],
      text: 'order.lot',
      data: bound('lotSize', '0.001'),
    }),
    'order-orderamount-precision-error',
    'order amount precision error, step: `0.001`',
  ],
  [
    'the places of a value',
    tooManyPlaces('total', 6),
    'order-orderamount-precision-error',
    'order amount precision error, step: `0.000001`',
  ],
  [
    'the smallest value',
    new Refusal('below-minimum', { msg: '5', data: bound('minNotional', '5') }),
    'order-value-min-error',
    'Order total cannot be lower than: 5 USDT',
  ],
  [
    'the field as it was sent',
    new Refusal('price-missing', { fields: ['triggerPrice'], text: 'order.triggerMissing' }),
    'order-invalid-price',
    'Parameter `stop-price` is invalid.',
  ],
  [
    'the price that met a stop',
    new Refusal('condition-met', { text: 'order.triggerMet', data: { price: '64000' } }),
    'order-stop-order-hit-trigger',
    'the stop price is reached already, last price: `64000`',
  ],
  [
    'what is filled of an order that would become smaller',
    new Refusal('out-of-bounds', { data: bound('filled', '0.5') }),
    'order-limitorder-amount-min-error',
    'order amount error, filled already: `0.5`',
  ],
  [
    'how many may wait',
    new Refusal('limit-reached', { text: 'order.conditionalMost', data: { max: 50 } }),
    'base-request-exceed-number-limit',
    'too many orders wait in this market, max: `50`',
  ],
  [
    'an outcome that is not known',
    new Refusal('busy', { text: 'order.unknown' }),
    'system-maintenance',
    'The outcome is unknown: find the order before you send it again.',
  ],
])('names %s in HTX\u2019s words', (_what, refusal, code, message) => {
  expect(faultOfRefusal(refusal)).toMatchObject({ code, message });
});
