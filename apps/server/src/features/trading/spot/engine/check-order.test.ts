import { OrderBook, type Side } from '@tern/matching';
import { type Amount, decimal, type Price, type Rate } from '@tern/money';
import { describe, expect, it } from 'vitest';
import { type Instrument, instrumentState } from '../../../../kernel/catalog/instruments.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { TimeInForce } from '../order.ts';
import { checkedOrder, mayTrade } from './check-order.ts';

const now = Date.parse('2026-11-18T12:00:00Z');

const instrument = (state: number): Instrument => ({
  id: 1,
  symbol: 'btcusdt',
  base: 'BTC',
  quote: 'USDT',
  baseScale: 8,
  quoteScale: 6,
  class: 'crypto',
  hours: 'always',
  tickSize: decimal<Price>('0.01'),
  lotSize: decimal<Amount>('0.001'),
  minNotional: decimal<Amount>('5'),
  maxNotional: decimal<Amount>('1000000'),
  priceBand: decimal<Rate>('0.1'),
  marketBand: decimal<Rate>('0.02'),
  makerFee: decimal<Rate>('0.001'),
  takerFee: decimal<Rate>('0.001'),
  jumpBound: decimal<Rate>('0.05'),
  pricedBy: 'sources',
  state,
  createdAt: now,
  updatedAt: now,
});

describe('a market that is halted or takes cancellations only', () => {
  const place = (state: number) =>
    checkedOrder(
      {
        kind: 'place',
        memberId: 7,
        side: 'buy',
        type: 'limit',
        limitPrice: decimal<Price>('100'),
        quantity: decimal<Amount>('1'),
        budget: undefined,
        source: 'app',
        key: undefined,
      },
      {
        instrument: instrument(state),
        tick: undefined,
        lastPrice: decimal<Price>('100'),
        now,
      },
    );

  it.each(['halted', 'cancelOnly'] as const)('%s: refuses an order', (state) =>
    expect(() => place(instrumentState[state])).toThrow(new Refusal('market-closed')),
  );

  it('takes it in its normal state', () =>
    expect(place(instrumentState.normal)).toEqual({ cost: decimal('100') }));
});

describe('a market that only its members price', () => {
  const place = (type: 'limit' | 'market', limitPrice: string, lastPrice: string | undefined) =>
    checkedOrder(
      {
        kind: 'place',
        memberId: 7,
        side: 'buy',
        type,
        limitPrice: type === 'limit' ? decimal<Price>(limitPrice) : undefined,
        quantity: type === 'limit' ? decimal<Amount>('1') : undefined,
        budget: type === 'limit' ? undefined : decimal<Amount>('100'),
        source: 'app',
        key: undefined,
      },
      {
        instrument: { ...instrument(instrumentState.normal), pricedBy: 'members' },
        tick: undefined,
        lastPrice: lastPrice === undefined ? undefined : decimal<Price>(lastPrice),
        now,
      },
    );

  it('takes limit orders at any price before its first trade, then within the band of the last one', () => {
    expect(place('limit', '5000', undefined)).toEqual({ cost: decimal('5000') });
    expect(place('limit', '110', '100')).toEqual({ cost: decimal('110') });
    expect(() => place('limit', '110.01', '100')).toThrow('out-of-bounds');
    expect(() => place('limit', '4.99', undefined)).toThrow('below-minimum');
  });

  it('takes no market orders', () => {
    expect(() => place('market', '', '100')).toThrow(new Refusal('no-price'));
  });
});

/** Bids of 2 lots at 99 and 98, asks of 2 lots at 101 and 102; the ask at 102 is the owner's own. */
function book(): OrderBook {
  const made = new OrderBook();
  const rest = (id: number, owner: number, side: Side, priceTicks: number) =>
    made.place({ id, owner, side, kind: 'limit', priceTicks, lots: 2 });
  rest(1, 8, 'buy', 99);
  rest(2, 8, 'buy', 98);
  rest(3, 8, 'sell', 101);
  rest(4, 7, 'sell', 102);
  return made;
}

describe('an order with a time in force', () => {
  it.each<[TimeInForce | undefined, Side, number, number, boolean]>([
    [undefined, 'buy', 101, 9, true],
    ['immediate-or-cancel', 'buy', 90, 9, true],
    ['post-only', 'buy', 100, 9, true],
    ['post-only', 'buy', 101, 1, false],
    ['post-only', 'sell', 100, 9, true],
    ['post-only', 'sell', 99, 1, false],
    ['fill-or-kill', 'buy', 101, 2, true],
    ['fill-or-kill', 'buy', 101, 3, false],
    ['fill-or-kill', 'buy', 100, 1, false],
    ['fill-or-kill', 'buy', 102, 3, false],
    ['fill-or-kill', 'sell', 98, 4, true],
    ['fill-or-kill', 'sell', 98, 5, false],
    ['fill-or-kill', 'sell', 99, 3, false],
  ])('%s: %s at %d of %d lots: %s', (timeInForce, side, priceTicks, lots, may) =>
    expect(mayTrade(book(), { id: 9, owner: 7, side, priceTicks, lots }, timeInForce)).toBe(may),
  );
});
