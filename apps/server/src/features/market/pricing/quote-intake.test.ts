import { type Amount, decimal, type Price } from '@tern/money';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import { createQuoteIntake, type QuoteIntake } from './quote-intake.ts';
import type { SourceQuote } from './price-source.ts';

let now: number;
let intake: QuoteIntake;

beforeEach(() => {
  now = 1_000_000;
  intake = createQuoteIntake([{ symbol: 'btcusdt' } as Instrument], () => now);
});

function accept(text: string, over: Partial<SourceQuote> = {}, source = 'a') {
  const quote = { symbol: 'btcusdt', quantity: decimal<Amount>('1'), takerSide: 'buy' as const };
  return intake.accept(source, { ...quote, price: decimal<Price>(text), at: now, ...over });
}
const taken = () => intake.takeUpdate('btcusdt');
const traded = () => taken()?.fresh.get('a')?.traded;

describe('a quote', () => {
  it('is taken once, with everything traded since the last update', () => {
    expect(accept('100')).toBeUndefined();
    now += 100;
    expect(accept('101')).toBeUndefined();
    const update = taken();
    expect(update?.prices).toMatchObject([{ source: 'a', price: decimal('101'), at: now }]);
    expect(update?.fresh.get('a')?.traded).toBe(decimal('2'));
    expect(taken()).toBeUndefined();
    expect(intake.prices('btcusdt')).toHaveLength(1);
  });

  it('is rejected without a positive price, with an absurd size or for an unknown market', () => {
    expect(accept('0')).toBe('absurd');
    expect(accept('1', { price: -1n as Price })).toBe('absurd');
    expect(accept('1000000000001')).toBe('absurd');
    expect(accept('100', { quantity: decimal('10000000001') })).toBe('absurd');
    expect(accept('100', { quantity: -1n as Amount })).toBe('absurd');
    expect(accept('100', { symbol: 'nonesuch' })).toBe('unknown');
    expect(taken()).toBeUndefined();
  });

  it('is rejected when its time is too old, in the future or invalid', () => {
    expect(accept('100', { at: now - 5_001 })).toBe('late');
    expect(accept('100', { at: now + 2_001 })).toBe('early');
    expect(accept('100', { at: Number.NaN })).toBe('early');
    expect(accept('100', { at: 1.5 })).toBe('early');
    expect(taken()).toBeUndefined();
  });

  it('never dates a price into the future', () => {
    expect(accept('100', { at: now + 2_000 })).toBeUndefined();
    expect(taken()?.prices).toMatchObject([{ at: now }]);
  });

  it('is rejected when it is repeated', () => {
    expect(accept('100', { tradeId: '7' })).toBeUndefined();
    expect(accept('100', { tradeId: '7' })).toBe('repeated');
    expect(traded()).toBe(decimal('1'));
    expect(accept('100', { quantity: 0n as Amount })).toBe('repeated');
  });

  it('is rejected out of order', () => {
    accept('100', { tradeId: '1' });
    expect(accept('90', { tradeId: '2', at: now - 1 })).toBe('out of order');
    expect(accept('90', { at: now - 1, quantity: 0n as Amount })).toBe('out of order');
    expect(taken()?.prices).toMatchObject([{ price: decimal('100') }]);
  });

  it('counts as volume only when it is a trade older than the latest quote', () => {
    accept('100', { quantity: 0n as Amount });
    expect(accept('90', { tradeId: '2', at: now - 10, quantity: decimal('3') })).toBeUndefined();
    const update = taken();
    expect(update?.prices).toMatchObject([{ price: decimal('100'), at: now }]);
    expect(update?.fresh.get('a')?.traded).toBe(decimal('3'));
  });

  it('is checked against its own source only', () => {
    accept('100', { tradeId: '1' });
    expect(accept('101', { tradeId: '1', at: now - 10 }, 'b')).toBeUndefined();
    expect(taken()?.prices.map(({ source }) => source)).toEqual(['a', 'b']);
  });
});
